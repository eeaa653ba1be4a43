import { describe, expect, test } from 'vitest'
import { computeEpisode, continueTalk, maxSilenceMs, type FactEntry } from './episode.ts'

const minute = 60_000
const start = Date.parse('2026-03-02T10:00:00Z')
const time = (minutes: number) => start + minutes * minute
const text = (minutes: number) => new Date(time(minutes)).toISOString()

/** Entries at minutes after the start. */
const log = (...entries: [minutes: number, type: FactEntry['type'], data?: object][]): FactEntry[] =>
  [[0, 'conversation.started', { provider_id: 'shop', started_at: text(0) }] as const, ...entries].map(
    ([minutes, type, data = {}], index) => ({ seq: index + 1, type, at: time(minutes), data }),
  )

const customer = { sender_type: 'customer', agent_id: null }
const by = (agentId: string) => ({ sender_type: 'agent', agent_id: agentId })
const ai = { sender_type: 'ai_agent', agent_id: 'bot' }
const assigned = (id: string | null) => ({ agent: id === null ? null : { id } })
const ended = (minutes: number) => ({ closed_at: text(minutes) })
const minutesOf = (spans: { from: number; to: number }[]) =>
  spans.map(({ from, to }) => [(from - start) / minute, (to - start) / minute])

describe('the first response', () => {
  test('is missing when an agent began the conversation', () => {
    const episode = computeEpisode(
      log([1, 'message.created', by('ada')], [2, 'message.created', customer]),
      null,
    )
    expect(episode.firstResponse).toBeNull()
  })

  test('and waits do not count automatic replies in the name of the customer', () => {
    const automatic = { ...customer, automatic: true }
    const entries = log(
      [1, 'message.created', by('ada')],
      [2, 'message.created', automatic],
      [3, 'message.created', by('ada')],
    )
    const episode = computeEpisode(entries, null)
    expect(episode).toMatchObject({ firstResponse: null, waits: [], messages: { customer: 0, agent: 2 } })
    expect(
      continueTalk(episode, [{ seq: 9, type: 'message.created', at: time(4), data: automatic }]),
    ).toMatchObject({
      waits: [],
      messages: { customer: 0 },
    })
  })

  test('is missing when an agent reopened the conversation, also after the customer’s answer', () => {
    const episode = computeEpisode(
      log(
        [1, 'message.created', by('ada')],
        [2, 'message.created', customer],
        [3, 'message.created', ai],
        [4, 'message.created', by('ada')],
      ),
      { teamId: null, labelIds: [] },
    )
    expect(episode).toMatchObject({ reopened: true, firstResponse: null, aiFirstResponse: null })
    expect(episode.waits).toEqual([{ from: time(2), to: time(3), by: 'ai_agent', agentId: 'bot' }])
  })

  test('of a person is the first after the customer’s message when an AI agent began', () => {
    const episode = computeEpisode(
      log(
        [0, 'message.created', ai],
        [1, 'message.created', customer],
        [2, 'message.created', ai],
        [3, 'message.created', by('ada')],
      ),
      null,
    )
    expect(episode.firstResponse).toEqual({ at: time(3), agentId: 'ada' })
    expect(episode.aiFirstResponse).toBeNull()
  })

  test('of a person is not that of an AI agent', () => {
    const episode = computeEpisode(
      log([0, 'message.created', customer], [1, 'message.created', ai], [5, 'message.created', by('ada')]),
      null,
    )
    expect(episode.aiFirstResponse).toEqual({ at: time(1), agentId: 'bot' })
    expect(episode.firstResponse).toEqual({ at: time(5), agentId: 'ada' })
  })
})

describe('waits', () => {
  test('begin with the first message after a reply, and notices do not end them', () => {
    const { waits } = computeEpisode(
      log(
        [0, 'message.created', customer],
        [2, 'message.created', customer],
        [3, 'message.created', { sender_type: 'system', agent_id: null }],
        [4, 'message.created', by('ada')],
        [9, 'message.created', customer],
        [12, 'conversation.ended', ended(12)],
      ),
      null,
    )
    expect(waits).toEqual([
      { from: time(0), to: time(4), by: 'agent', agentId: 'ada' },
      { from: time(9), to: time(12), by: null, agentId: null },
    ])
  })

  test('are open while nobody has answered', () => {
    const { waits } = computeEpisode(log([1, 'message.created', customer]), null)
    expect(waits).toEqual([{ from: time(1), to: null, by: null, agentId: null }])
  })
})

describe('active time', () => {
  test('leaves out snoozes, unassigned time, and the customer’s silence after ten minutes', () => {
    const silence = maxSilenceMs / minute
    const { active, assignments } = computeEpisode(
      log(
        [0, 'message.created', customer],
        [5, 'conversation.assigned', assigned('ada')],
        [8, 'message.created', by('ada')],
        [60, 'message.created', customer],
        [65, 'conversation.assigned', assigned('ben')],
        [70, 'conversation.snoozed'],
        [80, 'conversation.unsnoozed'],
        [90, 'conversation.assigned', assigned(null)],
        [95, 'conversation.ended', ended(95)],
      ),
      null,
    )
    expect(minutesOf(active)).toEqual([
      [5, 8],
      [8, 8 + silence],
      [60, 65],
      [65, 70],
      [80, 90],
    ])
    expect(assignments).toEqual([
      { agentId: 'ada', from: time(5), to: time(65) },
      { agentId: 'ben', from: time(65), to: time(90) },
    ])
  })
})

describe('after the end', () => {
  test('labels and ratings still count, messages do not', () => {
    const episode = computeEpisode(
      log(
        [1, 'conversation.ended', ended(1)],
        [2, 'conversation.labelled', { label: { id: 'bug' } }],
        [3, 'conversation.rated', { score: 2 }],
        [4, 'conversation.rated', { score: 5 }],
        [5, 'message.created', customer],
      ),
      { teamId: 'sales', labelIds: ['old'] },
    )
    expect(episode).toMatchObject({
      reopened: true,
      teamId: 'sales',
      labelIds: ['old', 'bug'],
      rating: { score: 5, at: time(3) },
      messages: { customer: 0 },
      waits: [],
    })
  })
})

test('clocks that disagree do not make spans run backwards', () => {
  const { waits, endedAt } = computeEpisode(
    log(
      [5, 'message.created', customer],
      [3, 'message.created', by('ada')],
      [4, 'conversation.ended', ended(4)],
    ),
    null,
  )
  expect(waits).toEqual([{ from: time(5), to: time(5), by: 'agent', agentId: 'ada' }])
  expect(endedAt).toBe(time(5))
})
