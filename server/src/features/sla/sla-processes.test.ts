import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { hourly, slaScene } from '../../testing/sla-scene.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

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
