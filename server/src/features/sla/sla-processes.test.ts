import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import { timestamp } from '../../core/clock.ts'
import { openDatabase } from '../../core/database.ts'
import { createEventLog } from '../../core/event-log.ts'
import { newId } from '../../core/ids.ts'
import { hourly, slaScene } from '../../testing/sla-scene.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { createSlaAlarms } from './sla-alarms.ts'
import type { ConversationFacts } from './sla-tracking.ts'

let now = Date.parse('2026-03-02T10:00:00Z')
const clock = () => now
/** How far the clock of `right` is behind. */
let behind = 0
let database: TestDatabase
let left: TestService
let right: TestService
beforeAll(async () => {
  database = await createTestDatabase()
  const options = { databaseUrl: database.url, clock }
  left = await startTestService(options)
  right = await startTestService({ ...options, clock: () => now - behind })
  await left.app.logConsumers.start()
})
afterAll(async () => {
  await Promise.all([left.stop(), right.stop()])
  await database.drop()
})

afterEach(() => void vi.useRealTimers())

test('several processes announce each deadline once', async () => {
  const scene = await slaScene(left)
  await scene.policy(hourly({ first_response: 3600 }))
  const visitors = []
  for (let count = 0; count < 6; count += 1) visitors.push(await scene.visitor())
  for (const step of [50 * 60_000, 20 * 60_000]) {
    now += step
    await Promise.all([left.app.sla.sweep(), right.app.sla.sweep(), left.app.sla.sweep()])
    // Nothing is left for a process that was skipped.
    await Promise.all([left.app.sla.sweep(), right.app.sla.sweep()])
  }
  for (const visitor of visitors) {
    expect(await visitor.entries()).toEqual(['sla.warned first_response', 'sla.breached first_response'])
    await visitor.socket.leave()
  }
  await scene.leave()
})

test('a breach is announced after a process whose clock is behind has ended the snooze', async () => {
  const scene = await slaScene(left)
  await scene.policy(hourly({ next_response: 3600 }))
  const visitor = await scene.visitor()
  await visitor.answer()
  now += 5000
  await visitor.write()
  await scene.call('POST', `/conversations/${visitor.id}/snooze`, { until: null })
  behind = 300
  const path = `/v1/organizations/${scene.organization.id}/conversations/${visitor.id}/unsnooze`
  expect(await right.call('POST', path, { cookie: scene.organization.cookie })).toMatchObject({ status: 200 })
  behind = 0
  await scene.settle()
  now += 3_600_000
  await scene.settle()
  expect(await visitor.entries()).toEqual(['sla.breached next_response'])
  await visitor.socket.leave()
  await scene.leave()
})

test('a breach that is due before its deleted policy is replaced is announced under the next one', async () => {
  const scene = await slaScene(left)
  await scene.policy(hourly({ first_response: 1800 }))
  const deleted = await scene.policy(
    hourly({ first_response: 3600 }, { conditions: { priority: 'none' }, name: 'First' }),
  )
  const visitor = await scene.visitor()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const claim = (until: string) =>
    client.query('update sla_recalculation set claimed_until = $2 where organization_id = $1', [
      scene.organization.id,
      until,
    ])
  await scene.call('DELETE', `/sla-policies/${deleted.id}`)
  // By another process.
  expect(await claim('infinity')).toMatchObject({ rowCount: 1 })
  now += 3_600_000
  await left.app.sla.sweep()
  expect(await visitor.entries()).toEqual([])
  await claim('-infinity')
  await client.end()
  await left.app.sla.sweep()
  await left.app.sla.sweep()
  expect(await visitor.entries()).toEqual(['sla.breached first_response'])
  await visitor.socket.leave()
  await scene.leave()
})

test('an organization with many overdue alarms does not delay those of others', async () => {
  const busy = await slaScene(left)
  const calm = await slaScene(left)
  const policy = await busy.policy(hourly({ first_response: 3600 }))
  await calm.policy(hourly({ first_response: 3600 }))
  const [overdue, due] = [await busy.visitor(), await calm.visitor()]
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const outcome = {
    type: 'sla.met',
    data: {
      metric: 'first_response',
      policy: { id: policy.id, name: policy.name },
      target_seconds: 3600,
      at: '2000-01-01T00:00:00.000Z',
      spent_seconds: 60,
    },
  }
  await client.query(
    `insert into conversation_sla (conversation_id, organization_id, customer_id, state, deadlines, outcomes, alarm_at)
     select gen_random_uuid(), $1, $2, '{}', '[]', $3, '2000-01-01' from generate_series(1, 300)`,
    [busy.organization.id, overdue.customerId, JSON.stringify([outcome])],
  )
  now += 3_600_000
  await left.app.sla.sweep()
  const { rows } = await client.query<{ earlier: number; all: number }>(
    `select count(*) filter (where met.id < breached.id)::int as earlier, count(*)::int as all
     from event_log met, event_log breached
     where met.customer_id = $1 and met.type = 'sla.met' and breached.customer_id = $2 and breached.type = 'sla.breached'`,
    [overdue.customerId, due.customerId],
  )
  await client.end()
  expect(rows).toEqual([{ earlier: 1, all: 300 }])
  await overdue.socket.leave()
  await due.socket.leave()
  await busy.leave()
  await calm.leave()
})

test('an alarm that cannot be handled does not hold up the others', async () => {
  const scene = await slaScene(left)
  await scene.policy(hourly({ first_response: 3600 }))
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `insert into conversation_sla (conversation_id, organization_id, customer_id, state, deadlines, outcomes, alarm_at)
     values ($1, $2, $3, '{}', '[]', '[]', '2000-01-01')`,
    [newId(), scene.organization.id, newId()],
  )
  await client.end()
  const visitor = await scene.visitor()
  now += 2 * 3_600_000
  await left.app.sla.sweep()
  expect(await visitor.entries()).toEqual(['sla.breached first_response'])
  await visitor.socket.leave()
  await scene.leave()
})

test('a deadline is not announced early by a process whose clock is ahead', async () => {
  const scene = await slaScene(left)
  await scene.policy(hourly({ first_response: 3600 }))
  const visitor = await scene.visitor()
  const aheadMs = 2 * 3_600_000
  now += aheadMs
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs })
  await left.app.sla.sweep()
  vi.useRealTimers()
  now -= aheadMs
  expect(await visitor.entries()).toEqual([])
  await visitor.socket.leave()
  await scene.leave()
})

/** The alarms of a process of its own, without other alarms. `read` is called for each claimed alarm of a customer with a log. */
async function alarmsOf(read: (conversationId: string) => Partial<ConversationFacts>, signal?: AbortSignal) {
  const { db, pool, close } = openDatabase(database.url, { connections: 2 })
  await pool.query('delete from conversation_sla')
  const failed: unknown[] = []
  const alarms = createSlaAlarms({
    db,
    log: createEventLog({ db, bus: createLocalBus(() => {}), clock, outbox: async () => () => {} }),
    conversations: { factsOf: async (_, __, [id]) => [read(id!) as ConversationFacts] },
    signal: signal ?? new AbortController().signal,
    onError: (error) => failed.push(error),
  })
  const deadline = {
    metric: 'first_response',
    target: 1,
    warn_at: 0,
    due_at: 0,
    warned: false,
    breached: false,
  }
  return {
    sweep: () => alarms.sweep(timestamp(now)),
    failed,
    /** Overdue alarms, the first one the oldest. */
    insert: (organizationIds: string[], customerId: string) =>
      pool.query(
        `insert into conversation_sla (conversation_id, organization_id, customer_id, state, deadlines, outcomes, alarm_at)
         select gen_random_uuid(), id, $2, '{}', $3, '[]', '2000-01-01'::timestamptz + n * interval '1 s'
         from unnest($1::uuid[]) with ordinality as organization (id, n)`,
        [organizationIds, customerId, JSON.stringify([deadline])],
      ),
    async overdue(): Promise<string[]> {
      const { rows } = await pool.query<{ organization_id: string }>(
        `select organization_id from conversation_sla where alarm_at < '2001-01-01' order by alarm_at`,
      )
      return rows.map((row) => row.organization_id)
    },
    /** When the postponed alarms are looked at again, in milliseconds. */
    async postponed(): Promise<number[]> {
      const { rows } = await pool.query<{ alarm_at: string }>(
        `select distinct alarm_at from conversation_sla where alarm_at > '2001-01-01'`,
      )
      return rows.map((row) => Date.parse(row.alarm_at) - now)
    },
    async end() {
      await pool.query('delete from conversation_sla')
      await close()
    },
  }
}

test('a sweep handles one alarm of at most a hundred organizations, those with the oldest ones', async () => {
  const alarms = await alarmsOf(() => ({}))
  const organizations = Array.from({ length: 150 }, () => newId())
  await alarms.insert(organizations, newId())
  await alarms.sweep()
  expect(await alarms.overdue()).toEqual(organizations.slice(100))
  await alarms.end()
})

test('a sweep reports no progress if every alarm was postponed', async () => {
  const scene = await slaScene(left)
  const visitor = await scene.visitor()
  const unread = { status: 'open', snoozed_seq: null, waiting_since: null } as const
  const alarms = await alarmsOf(() => unread)
  await alarms.insert(Array<string>(150).fill(scene.organization.id), visitor.customerId)
  expect(await alarms.sweep()).toBe(false)
  expect(alarms.failed).toEqual([])
  expect(await alarms.overdue()).toHaveLength(50)
  // They are overdue for long.
  expect(await alarms.postponed()).toEqual([60_000])
  await alarms.end()
  await visitor.socket.leave()
  await scene.leave()
})

test('a sweep ends after the current alarm when the process stops', async () => {
  const scene = await slaScene(left)
  const visitor = await scene.visitor()
  const stopping = new AbortController()
  const alarms = await alarmsOf(() => {
    stopping.abort()
    return { status: 'closed' }
  }, stopping.signal)
  await alarms.insert(Array<string>(5).fill(scene.organization.id), visitor.customerId)
  await alarms.sweep()
  expect(await alarms.overdue()).toHaveLength(4)
  await alarms.end()
  await visitor.socket.leave()
  await scene.leave()
})

test('a recalculation that a process left is continued by another', async () => {
  const scene = await slaScene(left)
  await scene.policy(hourly({ first_response: 3600 }))
  const visitor = await scene.visitor()
  await scene.call('PUT', '/business-hours', {
    enabled: false,
    time_zone: 'UTC',
    week: [[], [], [], [], [], [], []],
    exceptions: [],
  })
  const { body } = await scene.call('GET', '/sla-policies')
  await scene.call('PATCH', `/sla-policies/${body.data[0].id}`, {
    targets: { first_response: 7200, next_response: null, resolution: null },
  })
  await Promise.all([left.app.sla.sweep(), right.app.sla.sweep()])
  await right.app.sla.sweep()
  expect(await visitor.due()).toBe(new Date(now + 7_200_000).toISOString().replace('Z', '+00:00'))
  await visitor.socket.leave()
  await scene.leave()
})
