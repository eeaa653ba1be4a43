import type { BulkItem } from '@parley/protocol/bulk'
import type { Conversation } from '@parley/protocol/conversation'
import { expect, test } from 'vitest'
import { inverseChanges } from './inverse-changes.ts'

const row = (id: string, change: Partial<Conversation> = {}) =>
  ({
    id,
    agent: null,
    priority: null,
    snooze: null,
    sla: null,
    label_ids: [],
    team_id: null,
    last_message: null,
    ...change,
  }) as unknown as Conversation
const result = (id: string, outcome: BulkItem['outcome'] = 'changed'): BulkItem => ({
  id,
  outcome,
  code: null,
})

/** Without `seen`. */
const requests = (...undo: Parameters<typeof inverseChanges>) =>
  inverseChanges(...undo).map(({ seen: _seen, ...request }) => request)

test('refused and unchanged conversations are not undone', () => {
  const rows = [row('a'), row('b'), row('c')]
  const results = [result('a', 'refused'), result('b', 'unchanged'), result('c')]
  expect(requests({ type: 'close' }, rows, results)).toEqual([
    { conversation_ids: ['c'], change: { type: 'reopen' } },
  ])
})

test('conversations return to their previous state, with one request per state', () => {
  const ada = { id: 'ada', name: 'Ada', avatar_url: null }
  const rows = [row('a', { agent: ada }), row('b'), row('c', { agent: ada })]
  const results = rows.map(({ id }) => result(id))
  expect(requests({ type: 'assign', agent_id: 'ben' }, rows, results)).toEqual([
    { conversation_ids: ['a', 'c'], change: { type: 'assign', agent_id: 'ada' } },
    { conversation_ids: ['b'], change: { type: 'assign', agent_id: null } },
  ])
})

test('a replaced snooze is restored', () => {
  const until = '2026-01-31T10:00:00.000+00:00'
  const rows = [row('a', { snooze: { until } }), row('b', { priority: 'low' })]
  const results = rows.map(({ id }) => result(id))
  expect(inverseChanges({ type: 'snooze', until: null }, rows, results).map(({ change }) => change)).toEqual([
    { type: 'snooze', until },
    { type: 'unsnooze' },
  ])
  expect(
    inverseChanges({ type: 'priority', priority: 'high' }, rows, results).map(({ change }) => change),
  ).toEqual([
    { type: 'priority', priority: null },
    { type: 'priority', priority: 'low' },
  ])
})

test('a conversation that moved to a team returns to its team first, and then to its agent or to nobody', () => {
  const ada = { id: 'ada', name: 'Ada', avatar_url: null }
  const rows = [row('a', { agent: ada }), row('b', { team_id: 'sales' })]
  const results = rows.map(({ id }) => result(id))
  expect(requests({ type: 'team', team_id: 'billing' }, rows, results)).toEqual([
    { conversation_ids: ['a'], change: { type: 'team', team_id: null } },
    { conversation_ids: ['b'], change: { type: 'team', team_id: 'sales' } },
    { conversation_ids: ['a'], change: { type: 'assign', agent_id: 'ada' } },
    { conversation_ids: ['b'], change: { type: 'assign', agent_id: null } },
  ])
})

test('closed conversations are reopened first, then assigned to their agent, and then snoozed until their time', () => {
  const ada = { id: 'ada', name: 'Ada', avatar_url: null }
  const until = '2026-01-31T10:00:00.000+00:00'
  const rows = [
    row('a', { agent: ada, snooze: { until } }),
    row('b', { snooze: { until } }),
    row('c', { agent: ada }),
  ]
  const results = rows.map(({ id }) => result(id))
  expect(requests({ type: 'close' }, rows, results)).toEqual([
    { conversation_ids: ['a', 'b', 'c'], change: { type: 'reopen' } },
    { conversation_ids: ['a', 'c'], change: { type: 'assign', agent_id: 'ada' } },
    { conversation_ids: ['a', 'b'], change: { type: 'snooze', until } },
  ])
})

test('closing and snoozing again name the last message that the list showed', () => {
  const at = '2026-01-30T09:00:00.000+00:00'
  const last = { sender_type: 'customer', preview: 'Hi', media_count: 0, created_at: at } as const
  const rows = [
    row('a', { last_message: last, snooze: { until: null } }),
    row('b', { snooze: { until: null } }),
  ]
  const results = rows.map(({ id }) => result(id))
  const seen = { a: at, b: null }
  expect(inverseChanges({ type: 'reopen' }, rows, results)).toMatchObject([
    { change: { type: 'close' }, seen },
  ])
  expect(inverseChanges({ type: 'unsnooze' }, rows, results)).toMatchObject([
    { change: { type: 'snooze', until: null }, seen },
  ])
})
