import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { hourly, slaScene } from '../../testing/sla-scene.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

let now = Date.parse('2026-03-02T10:00:00Z')
const clock = () => now
let database: TestDatabase
let left: TestService
let right: TestService
beforeAll(async () => {
  database = await createTestDatabase()
  const options = { databaseUrl: database.url, clock }
  left = await startTestService(options)
  right = await startTestService(options)
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
