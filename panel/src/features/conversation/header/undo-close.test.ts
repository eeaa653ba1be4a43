import { expect, test } from 'vitest'
import type { Conversation } from '@parley/protocol/conversation'
import { ApiProblem } from '../../../api/api-problem.ts'
import { undoClose, undoInOrder, type ActionRequest, type ActionRequests } from './undo-close.ts'

const ada = { id: 'ada', name: 'Ada', avatar_url: null }
const until = '2026-01-31T10:00:00.000+00:00'

test('a closed conversation is reopened first, then assigned to its agent, and then snoozed until its time', () => {
  expect(undoClose({ agent: ada, snooze: { until } }, 7)).toEqual([
    { action: 'reopen' },
    { action: 'assign', body: { agent_id: 'ada' } },
    { action: 'snooze', body: { until, seen_seq: 7 } },
  ])
})

test('a conversation without agent and snooze is only reopened', () => {
  expect(undoClose({ agent: null, snooze: null }, 7)).toEqual([{ action: 'reopen' }])
})

const requests: ActionRequests = [{ action: 'reopen' }, { action: 'assign' }, { action: 'snooze' }]
const row = { id: 'c' } as Conversation
const outage = new ApiProblem('unavailable', { status: 503 })

/** A service that fails these actions. */
function serviceThat(failures: Partial<Record<ActionRequest['action'], ApiProblem>>) {
  const sent: string[] = []
  const post = async ({ action }: ActionRequest) => {
    sent.push(action)
    const failure = failures[action]
    if (failure !== undefined) throw failure
    return row
  }
  return { post, sent }
}

test('an undo that an outage interrupts can be repeated from the request that failed', async () => {
  const { post, sent } = serviceThat({ assign: outage })
  await expect(undoInOrder(post, requests, false)).rejects.toMatchObject({
    failure: outage,
    rest: [{ action: 'assign' }, { action: 'snooze' }],
  })
  expect(sent).toEqual(['reopen', 'assign'])
})

test('an undo that is refused ends', async () => {
  const refusal = new ApiProblem('agent_unknown', { status: 422 })
  await expect(undoInOrder(serviceThat({ assign: refusal }).post, requests, false)).rejects.toBe(refusal)
})

test('an open conversation ends an undo, unless a lost response may have reopened it', async () => {
  const open = new ApiProblem('conversation_open', { status: 409 })
  const { post, sent } = serviceThat({ reopen: open })
  await expect(undoInOrder(post, requests, false)).rejects.toBe(open)
  expect(await undoInOrder(post, requests, true)).toBe(row)
  expect(await undoInOrder(post, [{ action: 'reopen' }], true)).toBeNull()
  expect(sent).toEqual(['reopen', 'reopen', 'assign', 'snooze', 'reopen'])
})
