import type { SlaPolicy } from '@parley/protocol/sla'
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

test('a recalculation keeps what the consumer has written since it read', async () => {
  const { db } = handle
  const [organizationId, conversationId, customerId] = [newId(), newId(), newId()]
  const policy = { ...hourly({ first_response: 3600 }), id: newId(), created_at: startedAt } as SlaPolicy
  const facts: ConversationFacts = {
    id: conversationId,
    customer_id: customerId,
    agent_id: null,
    team_id: null,
    status: 'open',
    started_at: startedAt,
    waiting_since: startedAt,
    first_response_time: null,
    snoozed_seq: null,
    matched: 0,
  }
  const answer: StoredEntry = {
    id: newId(),
    seq: 2,
    type: 'message.created',
    audience: 'both',
    conversation_id: conversationId,
    actor: { type: 'agent', id: newId() },
    data: {},
    created_at: '2026-03-02T10:10:00.000Z',
  }
  let hasRead: () => Promise<unknown> = () => Promise.resolve()
  const tracking = createSlaTracking({
    clock: () => Date.parse(startedAt) + 600_000,
    conversations: {
      async factsOf() {
        const then = hasRead
        hasRead = () => Promise.resolve()
        await then()
        return [facts]
      },
    },
    openTime: () =>
      Promise.resolve({
        seconds: (from, to) => (to - from) / 1000,
        after: (from, seconds) => from + seconds * 1000,
      }),
  })
  hasRead = () =>
    db
      .transaction()
      .execute((trx) => tracking.apply(trx, organizationId, [policy], new Map([[conversationId, [answer]]])))
  const news = await db
    .transaction()
    .execute((trx) => tracking.recalculate(trx, organizationId, [policy], [conversationId]))
  expect(news).toMatchObject([{ conversation_id: conversationId, policy_id: policy.id }])
  const row = await findRow(db, organizationId, conversationId)
  expect(row).toMatchObject({
    policy_id: policy.id,
    state: { waiting: false, answered: true },
    outcomes: [{ type: 'sla.met' }],
  })
})
