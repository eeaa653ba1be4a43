import type { BulkInput, BulkItem } from '@parley/protocol/bulk'
import { expect, test } from 'vitest'
import { undoAll } from './undo-all.ts'

const reopen = (...ids: string[]): BulkInput => ({ conversation_ids: ids, change: { type: 'reopen' } })
const assign = (...ids: string[]): BulkInput => ({
  conversation_ids: ids,
  change: { type: 'assign', agent_id: 'ada' },
})

/** A service that refuses some conversations of each request. `error`: the request fails. */
function serviceThat(...refusals: (Record<string, string> | Error)[]) {
  const sent: BulkInput[] = []
  const send = async (input: BulkInput) => {
    const refused = refusals[sent.length] ?? {}
    sent.push(input)
    if (refused instanceof Error) throw refused
    const results = input.conversation_ids.map((id): BulkItem => {
      const code = refused[id] ?? null
      return { id, outcome: code === null ? 'changed' : 'refused', code }
    })
    return { results }
  }
  return { send, sent }
}

test('a conversation that failed gets no later changes, and its changes can be repeated', async () => {
  const { send, sent } = serviceThat({ b: 'unavailable' })
  expect(await undoAll(send, [reopen('a', 'b'), assign('a', 'b')], false)).toEqual({
    undone: 1,
    refused: [],
    rest: [reopen('b'), assign('b')],
    error: null,
  })
  expect(sent).toEqual([reopen('a', 'b'), assign('a')])
})

test('a conversation of which a later change is refused is reported once, and not as undone', async () => {
  const { send } = serviceThat({}, { b: 'agent_unknown' })
  expect(await undoAll(send, [reopen('a', 'b'), assign('a', 'b')], false)).toEqual({
    undone: 1,
    refused: [{ id: 'b', outcome: 'refused', code: 'agent_unknown' }],
    rest: [],
    error: null,
  })
})

test('a refusal ends the undo of its conversation', async () => {
  const { send, sent } = serviceThat({ a: 'another_conversation_open' })
  expect(await undoAll(send, [reopen('a'), assign('a')], false)).toMatchObject({ undone: 0, rest: [] })
  expect(sent).toEqual([reopen('a')])
})

test('a conversation that a colleague has reopened keeps its agent, unless a lost response may have reopened it', async () => {
  const sent: BulkInput[] = []
  const send = async (input: BulkInput) => {
    sent.push(input)
    const results = input.conversation_ids.map((id): BulkItem => ({
      id,
      outcome: id === 'a' ? 'unchanged' : 'changed',
      code: null,
    }))
    return { results }
  }
  expect(await undoAll(send, [reopen('a', 'b'), assign('a', 'b')], false)).toMatchObject({
    undone: 2,
    refused: [],
    rest: [],
  })
  expect(sent).toEqual([reopen('a', 'b'), assign('b')])
  // The response to the first reopening was lost.
  sent.length = 0
  await undoAll(send, [reopen('a', 'b'), assign('a', 'b')], true)
  expect(sent).toEqual([reopen('a', 'b'), assign('a', 'b')])
})

test('a request that failed can be repeated with all that follow, but for refused conversations', async () => {
  const outage = new Error('503')
  const { send, sent } = serviceThat({ a: 'another_conversation_open', b: 'internal' }, outage)
  expect(await undoAll(send, [reopen('a', 'b', 'c'), assign('a', 'c'), assign('b')], false)).toEqual({
    undone: 0,
    refused: [{ id: 'a', outcome: 'refused', code: 'another_conversation_open' }],
    rest: [reopen('b'), assign('c'), assign('b')],
    error: outage,
  })
  expect(sent).toHaveLength(2)
})
