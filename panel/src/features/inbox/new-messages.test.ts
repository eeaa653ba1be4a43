import type { SenderType } from '@parley/protocol/sender'
import { afterEach, expect, test, vi } from 'vitest'
import type { Conversation } from '@parley/protocol/conversation'
import { newMessages } from './new-messages.ts'

afterEach(() => vi.useRealTimers())

const me = 'agent-me'
const time = (minute: number) => `2026-01-31T10:${String(minute).padStart(2, '0')}:00.000+00:00`
const looking = { me, viewed: null, connectedAt: Date.parse(time(1)) }
const face = (id: string) => ({ id, name: 'Somebody', avatar_url: null })

function row(
  minute: number,
  change: Partial<Conversation> & { sender_type?: SenderType } = {},
): Conversation {
  const { sender_type = 'customer', ...rest } = change
  return {
    id: 'conversation',
    provider_id: 'provider',
    channel: 'widget',
    customer: {
      id: 'customer',
      name: null,
      avatar_url: null,
      country_code: 'ZZ',
      auth_provider: null,
      is_blocked: false,
      online: true,
    },
    agent: null,
    status: 'open',
    started_at: time(0),
    closed_at: null,
    duration: null,
    first_response_time: null,
    last_message: { sender_type, preview: 'Hello', media_count: 0, created_at: time(minute) },
    unread: 1,
    waiting_since: null,
    label_ids: [],
    team_id: null,
    priority: null,
    snooze: null,
    sla: null,
    updated_at: time(minute),
    ...rest,
  }
}

test('rows assigned to other agents cause no alert', () => {
  const silent = [
    row(1, { agent: face('somebody-else') }),
    row(1, { sender_type: 'agent' }),
    row(1, { status: 'closed' }),
    row(1, { unread: 0 }),
    row(1, { last_message: null }),
  ]
  for (const each of silent) expect(newMessages()([each], looking)).toEqual([])
})

test('a new customer message causes an alert if the conversation is ours or unassigned', () => {
  for (const each of [row(1), row(1, { agent: face(me) })]) {
    expect(newMessages()([each], looking)).toEqual([each])
  }
})

test('a row that changed long after its last message causes no alert', () => {
  expect(newMessages()([row(1, { updated_at: time(2) })], looking)).toEqual([])
})

test('an old message causes no alert when its row arrives for another reason, such as presence', () => {
  const later = { ...looking, connectedAt: looking.connectedAt + 60_000 }
  expect(newMessages()([row(1)], later)).toEqual([])
  expect(newMessages()([row(1)], { ...looking, connectedAt: looking.connectedAt + 5_000 })).toHaveLength(1)
  const [old, other] = [row(1), row(2, { id: 'other' })]
  expect(newMessages()([old, other], looking)).toEqual([other])
})

test('a message from just before the connect is old once the connection has lasted, although no row has arrived since', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const connected = { ...looking, connectedAt: looking.connectedAt + 20_000 }
  const take = newMessages()
  expect(take([], connected)).toEqual([])
  vi.advanceTimersByTime(5_000)
  expect(take([row(1)], connected)).toHaveLength(1)
  vi.advanceTimersByTime(600_000)
  expect(take([row(1, { id: 'other' })], connected)).toEqual([])
  expect(take([row(2)], connected)).toHaveLength(1)
})

test('the local clock does not decide what is new', () => {
  vi.useFakeTimers({ now: looking.connectedAt, toFake: ['Date'] })
  const take = newMessages()
  for (const [minute, clock] of [
    [2, time(2)],
    [3, '2027-01-01T00:00:00Z'],
    [4, '2020-01-01T00:00:00Z'],
  ] as const) {
    vi.setSystemTime(clock)
    expect(take([row(minute)], looking)).toHaveLength(1)
  }
  expect(take([row(1, { id: 'other' })], looking)).toEqual([])
})

test('after a reconnect, messages are compared with the service’s clock as it is then', () => {
  const take = newMessages()
  expect(take([row(50)], looking)).toHaveLength(1)
  const setBack = { ...looking, connectedAt: looking.connectedAt + 1 }
  expect(take([row(1, { id: 'other' })], setBack)).toHaveLength(1)
})

test('each message causes one alert', () => {
  const take = newMessages()
  expect(take([row(1)], looking)).toHaveLength(1)
  expect(take([row(1, { agent: face(me) })], looking)).toEqual([])
  expect(take([row(2)], looking)).toHaveLength(1)
})

test('the visible conversation causes no alert, also later for the same message', () => {
  const take = newMessages()
  expect(take([row(1)], { ...looking, viewed: 'conversation' })).toEqual([])
  expect(take([row(1)], looking)).toEqual([])
})
