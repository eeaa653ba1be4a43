import type { SlaPolicy } from '@parley/protocol/sla'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import type { StoredEntry } from '../../core/event-log.ts'
import { newId } from '../../core/ids.ts'
import { hourly } from '../../testing/sla-scene.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { findRow } from './sla-store.ts'
import { createSlaTracking, type ConversationFacts } from './sla-tracking.ts'

const startedAt = '2026-03-02T10:00:00.000Z'
let database: TestDatabase
let handle: ReturnType<typeof openDatabase>
beforeAll(async () => {
  database = await createTestDatabase()
  handle = openDatabase(database.url)
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})

const time = {
  seconds: (from: number, to: number) => (to - from) / 1000,
  after: (from: number, seconds: number) => from + seconds * 1000,
}

function messageBy(type: 'agent' | 'customer', conversationId: string, created_at: string): StoredEntry {
  return {
    id: newId(),
    seq: 2,
    type: 'message.created',
    audience: 'both',
    conversation_id: conversationId,
    actor: { type, id: newId() },
    data: {},
    created_at,
  }
}

/** A policy with a shorter first response. */
const tierTwo = (policy: SlaPolicy): SlaPolicy => ({
  ...policy,
  id: newId(),
  name: 'Tier 2',
  targets: { ...policy.targets, first_response: 1800 },
})

const routed = (conversationId: string, created_at: string): StoredEntry => ({
  ...messageBy('agent', conversationId, created_at),
  type: 'conversation.routed',
  data: { team: { id: newId(), name: 'Tier 2' } },
})

const started = (conversationId: string, created_at: string): StoredEntry => ({
  ...messageBy('agent', conversationId, created_at),
  type: 'conversation.started',
  data: { started_at: created_at },
})

/** With the positions that follow `after`. */
const numbered = (after: number, entries: StoredEntry[]): StoredEntry[] =>
  entries.map((entry, index) => ({ ...entry, seq: after + 1 + index }))

/** A conversation under one policy, ten minutes after it started. */
function conversation(targets: Partial<SlaPolicy['targets']>, change: Partial<ConversationFacts> = {}) {
  const [organizationId, id] = [newId(), newId()]
  const policy = { ...hourly(targets), id: newId(), created_at: startedAt } as SlaPolicy
  const policies = [policy]
  const facts: ConversationFacts = {
    id,
    customer_id: newId(),
    agent_id: null,
    team_id: null,
    status: 'open',
    started_at: startedAt,
    waiting_since: startedAt,
    first_response_time: null,
    snoozed_seq: null,
    imported: false,
    last_seq: 1,
    matched: 0,
    ...change,
  }
  let then: () => Promise<unknown> = () => Promise.resolve()
  const tracking = createSlaTracking({
    clock: () => Date.parse(startedAt) + 600_000,
    conversations: {
      async factsOf() {
        const next = then
        then = () => Promise.resolve()
        await next()
        return [facts]
      },
    },
    openTime: () => Promise.resolve(time),
  })
  const { db } = handle
  return {
    id,
    policy,
    /** In the order in which they are tried. */
    policies,
    /** As the next reading finds them. */
    facts,
    /** Runs once after the next reading. */
    whenRead: (work: () => Promise<unknown>) => void (then = work),
    apply: (...entries: StoredEntry[]) =>
      db
        .transaction()
        .execute((trx) => tracking.apply(trx, organizationId, policies, new Map([[id, entries]]))),
    recalculate: () =>
      db.transaction().execute((trx) => tracking.recalculate(trx, organizationId, policies, [id])),
    row: () => findRow(db, organizationId, id),
  }
}

test('a recalculation keeps what the consumer has written since it read', async () => {
  const { id, policy, ...work } = conversation({ first_response: 3600 })
  work.whenRead(() => work.apply(messageBy('agent', id, '2026-03-02T10:10:00.000Z')))
  expect(await work.recalculate()).toMatchObject([{ conversation_id: id, policy_id: policy.id }])
  expect(await work.row()).toMatchObject({
    policy_id: policy.id,
    state: { waiting: false, answered: true },
    outcomes: [{ type: 'sla.met' }],
  })
})

test.each([
  { target: 540, announced: false, outcomes: [{ type: 'sla.met', data: { spent_seconds: 480 } }] },
  { target: 300, announced: true, outcomes: [] },
])('an answer before a recalculation is counted when it was given: %o', async (each) => {
  const { id, facts, ...work } = conversation({ first_response: each.target })
  await work.apply(messageBy('customer', id, startedAt))
  if (each.announced)
    await sql`update conversation_sla set deadlines = jsonb_set(deadlines, '{0,breached}', 'true'),
      state = jsonb_set(state, '{clocks,first_response,breached}', 'true')`.execute(handle.db)
  facts.waiting_since = null
  await work.recalculate()
  await work.apply(messageBy('agent', id, '2026-03-02T10:08:00.000Z'))
  expect(await work.row()).toMatchObject({ outcomes: each.outcomes })
})

test('entries that are older than a recalculation of paused clocks are counted in full', async () => {
  const { id, ...work } = conversation(
    { next_response: 300 },
    { waiting_since: null, first_response_time: 1 },
  )
  await work.apply(messageBy('agent', id, startedAt))
  await work.recalculate()
  await work.apply(
    messageBy('customer', id, '2026-03-02T10:01:00.000Z'),
    messageBy('agent', id, '2026-03-02T10:09:00.000Z'),
  )
  expect(await work.row()).toMatchObject({
    outcomes: [{ type: 'sla.breached', data: { metric: 'next_response', spent_seconds: 480 } }],
  })
})

test('an answer is judged by the policy that applied before the move to another team after it', async () => {
  const { id, policy, policies, facts, ...work } = conversation({ first_response: 4 * 3600 })
  const tier2 = tierTwo(policy)
  policies.push(tier2)
  await work.apply(messageBy('customer', id, startedAt))
  facts.matched = 1
  await work.apply(
    messageBy('agent', id, '2026-03-02T12:00:00.000Z'),
    routed(id, '2026-03-02T12:00:01.000Z'),
    messageBy('customer', id, '2026-03-02T12:00:02.000Z'),
  )
  expect(await work.row()).toMatchObject({
    policy_id: tier2.id,
    outcomes: [
      {
        type: 'sla.met',
        data: { policy: { name: 'Standard' }, target_seconds: 14_400, spent_seconds: 7200 },
      },
    ],
  })
})

test('an answer after the move is judged by the policy of the new team', async () => {
  const { id, policy, policies, facts, ...work } = conversation({ first_response: 4 * 3600 })
  policies.push(tierTwo(policy))
  await work.apply(messageBy('customer', id, startedAt))
  facts.matched = 1
  await work.apply(routed(id, '2026-03-02T11:59:00.000Z'), messageBy('agent', id, '2026-03-02T12:00:00.000Z'))
  expect(await work.row()).toMatchObject({
    outcomes: [{ type: 'sla.breached', data: { policy: { name: 'Tier 2' }, spent_seconds: 7200 } }],
  })
})

test('an answer after a reopening is judged by the policy that applied before the move to another team after it', async () => {
  const { id, policy, policies, facts, ...work } = conversation({ first_response: 4 * 3600 })
  policies.push(tierTwo(policy))
  await work.apply(messageBy('customer', id, startedAt))
  facts.matched = 1
  await work.apply(
    { ...messageBy('agent', id, '2026-03-02T10:30:00.000Z'), type: 'conversation.ended' },
    started(id, '2026-03-02T11:00:00.000Z'),
    messageBy('agent', id, '2026-03-02T12:00:00.000Z'),
    routed(id, '2026-03-02T12:00:01.000Z'),
  )
  expect(await work.row()).toMatchObject({
    outcomes: [{ type: 'sla.met', data: { policy: { name: 'Standard' }, spent_seconds: 3600 } }],
  })
})

test('an answer after a reopening is judged by the policies that changed while the conversation was closed', async () => {
  const { id, policy, policies, ...work } = conversation({ first_response: 4 * 3600 })
  await work.apply(messageBy('customer', id, startedAt), {
    ...messageBy('agent', id, '2026-03-02T10:30:00.000Z'),
    type: 'conversation.ended',
  })
  const targets = { ...policy.targets, first_response: 1800 }
  policies.unshift({ ...policy, id: newId(), name: 'Urgent', targets })
  await work.apply(
    started(id, '2026-03-02T11:00:00.000Z'),
    messageBy('agent', id, '2026-03-02T12:00:00.000Z'),
    { ...routed(id, '2026-03-02T12:00:01.000Z'), type: 'conversation.labelled', data: {} },
  )
  expect(await work.row()).toMatchObject({
    outcomes: [{ type: 'sla.breached', data: { policy: { name: 'Urgent' }, spent_seconds: 3600 } }],
  })
})

test('a customer who waited before a reopening that a recalculation has read is still waiting', async () => {
  const { id, facts, ...work } = conversation(
    { first_response: 3600 },
    { started_at: '2026-03-02T10:05:00.000Z', last_seq: 2 },
  )
  await work.recalculate()
  await work.recalculate()
  facts.waiting_since = null
  await work.apply(
    ...numbered(1, [
      started(id, '2026-03-02T10:05:00.000Z'),
      messageBy('agent', id, '2026-03-02T12:05:00.000Z'),
    ]),
  )
  expect(await work.row()).toMatchObject({
    outcomes: [{ type: 'sla.breached', data: { metric: 'first_response', spent_seconds: 7200 } }],
  })
})

test.each(['the consumer', 'a recalculation'])(
  'an opening that %s has read from the conversation with later entries is counted from its own entries',
  async (by) => {
    const { id, ...work } = conversation(
      { first_response: 60, next_response: 3600 },
      { waiting_since: '2026-03-02T10:09:00.000Z', first_response_time: 360, last_seq: 6 },
    )
    if (by === 'a recalculation') await work.recalculate()
    await work.apply(
      ...numbered(1, [
        routed(id, '2026-03-02T10:00:30.000Z'),
        started(id, '2026-03-02T10:01:00.000Z'),
        messageBy('customer', id, '2026-03-02T10:02:00.000Z'),
        messageBy('agent', id, '2026-03-02T10:08:00.000Z'),
        messageBy('customer', id, '2026-03-02T10:09:00.000Z'),
      ]),
    )
    expect(await work.row()).toMatchObject({
      outcomes: [{ type: 'sla.breached', data: { metric: 'first_response', spent_seconds: 360 } }],
      due_metric: 'next_response',
      due_at: expect.stringContaining('2026-03-02T11:09:00'),
    })
  },
)

test('customers of another product wait from the first count on', async () => {
  const imported = { waiting_since: '2026-02-01T10:00:00.000Z', imported: true }
  const work = conversation({ first_response: 3600 }, imported)
  await work.recalculate()
  // The clock is ten minutes ahead.
  expect(await work.row()).toMatchObject({ due_at: expect.stringContaining('2026-03-02T11:10:00') })
  const { id: other, ...changed } = conversation({ first_response: 3600 }, imported)
  await changed.apply(routed(other, '2026-03-02T10:05:00.000Z'))
  expect(await changed.row()).toMatchObject({ due_at: expect.stringContaining('2026-03-02T11:05:00') })
})

test.each(['the consumer', 'a recalculation'])(
  'what %s has read from the conversation is not counted again from its entries',
  async (by) => {
    const { id, ...work } = conversation(
      { next_response: 360 },
      { waiting_since: '2026-03-02T10:05:00.000Z', first_response_time: 1, last_seq: 3 },
    )
    if (by === 'a recalculation') await work.recalculate()
    await work.apply(messageBy('agent', id, '2026-03-02T10:04:00.000Z'))
    await work.apply({ ...messageBy('customer', id, '2026-03-02T10:05:00.000Z'), seq: 3 })
    expect(await work.row()).toMatchObject({
      outcomes: [],
      due_at: expect.stringContaining('2026-03-02T10:11:00'),
    })
    await work.apply({ ...messageBy('agent', id, '2026-03-02T10:09:00.000Z'), seq: 4 })
    expect(await work.row()).toMatchObject({ outcomes: [{ type: 'sla.met' }] })
  },
)
