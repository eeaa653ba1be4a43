import type { SlaPolicyInput } from '@parley/protocol/sla'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import { systemClock } from '../../core/clock.ts'
import { openDatabase } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { hourly } from '../../testing/sla-scene.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createSlaPolicies } from './sla-policies.ts'
import { createSlaWorker } from './sla-worker.ts'

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

const noDeadline = newId()

/** An organization that has deleted its last policy. Of its 450 conversations with clocks, only the last one has a deadline. */
async function organizationWithoutPolicies() {
  const { pool } = handle
  const [id, shownTo] = [newId(), newId()]
  await pool.query(`insert into organization (id, name, created_at) values ($1, 'SLA', now())`, [id])
  await pool.query('insert into sla_recalculation (organization_id) values ($1)', [id])
  const insertClocks = (conversationIds: string[], customerId: string, dueAt: string | null) =>
    pool.query(
      `insert into conversation_sla (conversation_id, organization_id, customer_id, state, deadlines, outcomes, due_metric, due_at, warn_at)
       select conversation_id, $2, $3, '{}', '[]', '[]', case when $4::timestamptz is not null then 'resolution' end, $4, $4
       from unnest($1::uuid[]) as t (conversation_id)`,
      [conversationIds, id, customerId, dueAt],
    )
  await insertClocks(
    Array.from({ length: 449 }, () => newId()),
    noDeadline,
    null,
  )
  await insertClocks([lastId()], shownTo, '2026-03-02T10:00:00Z')
  return {
    id,
    shownTo,
    insertClocks,
    async state() {
      const { rows } = await pool.query<{ left: number; claimed: boolean | null }>(
        `select (select count(*)::int from conversation_sla where organization_id = $1) as left,
           (select claimed_until > now() from sla_recalculation where organization_id = $1) as claimed`,
        [id],
      )
      return rows[0]
    },
    expireClaim: () =>
      pool.query(
        `update sla_recalculation set claimed_until = now() - interval '1 s' where organization_id = $1`,
        [id],
      ),
  }
}

/** Behind all others. */
const lastId = () => `ffffffff-ffff-4fff-bfff-${newId().slice(-12)}`

/** `onAlarms` runs when due alarms are to be handled. */
function worker(onAlarms: () => Promise<unknown>, signal = new AbortController().signal) {
  const told: string[] = []
  const { sweep } = createSlaWorker({
    db: handle.db,
    clock: systemClock,
    alarms: {
      async sweep() {
        await onAlarms()
        return false
      },
    },
    tracking: { recalculate: async () => [] },
    openAfter: async () => [],
    onChange: (_organizationId, customerIds) => told.push(...customerIds),
    signal,
    onError(error) {
      throw error
    },
  })
  return { sweep, told }
}

test('only rows that showed a deadline change when the last policy is deleted', async () => {
  const organization = await organizationWithoutPolicies()
  const { sweep, told } = worker(async () => {})
  await sweep()
  expect(await organization.state()).toEqual({ left: 0, claimed: null })
  expect(told).toEqual([organization.shownTo])
})

test('due alarms are handled after each page of deleted clocks, and the claim is extended', async () => {
  const organization = await organizationWithoutPolicies()
  const seen: unknown[] = []
  const { sweep } = worker(async () => {
    seen.push(await organization.state())
    await organization.expireClaim()
  })
  await sweep()
  expect(seen).toEqual([
    { left: 250, claimed: true },
    { left: 50, claimed: true },
    { left: 0, claimed: null },
  ])
})

test('clocks of a policy that is created meanwhile are kept', async () => {
  const organization = await organizationWithoutPolicies()
  const replaced: string[] = []
  const policies = createSlaPolicies({
    db: handle.db,
    bus: createLocalBus(() => {}),
    clock: systemClock,
    onChange: () => {},
    onDeleted: (_organizationId, customerIds) => replaced.push(...customerIds),
  })
  let pages = 0
  const { sweep, told } = worker(async () => {
    pages += 1
    if (pages > 1) return
    await policies.create(organization.id, hourly({ resolution: 3600 }) as SlaPolicyInput)
    await organization.insertClocks([lastId()], newId(), '2026-03-02T10:00:00Z')
  })
  await sweep()
  expect(await organization.state()).toEqual({ left: 1, claimed: null })
  expect([replaced, told]).toEqual([[organization.shownTo], []])
})

test('a process that stops leaves the remaining clocks to another one', async () => {
  const organization = await organizationWithoutPolicies()
  const stopping = new AbortController()
  await worker(async () => stopping.abort(), stopping.signal).sweep()
  expect(await organization.state()).toEqual({ left: 250, claimed: true })
  await organization.expireClaim()
  await worker(async () => {}).sweep()
  expect(await organization.state()).toEqual({ left: 0, claimed: null })
})
