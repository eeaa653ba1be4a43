import { expect, test } from 'vitest'
import { minutes, useWebhookFixture } from '../../testing/webhook-fixture.ts'

/** A worker that crashes while sending: no attempt is counted and no delivery is lost. */

const desk = useWebhookFixture()
const leaseMs = 15_000

test('an attempt of a crashed worker is repeated at once, not counted, and shown as interrupted', async () => {
  await desk.webhook()
  await desk.customer()
  await desk.claim()
  await desk.queue.reap()
  expect(await desk.deliveries()).toMatchObject([{ state: 'sending' }])
  desk.turn(leaseMs)
  await desk.queue.reap()
  expect(await desk.deliveries()).toMatchObject([{ state: 'waiting', attempts: 0, last_status: null }])
  desk.answer(500)
  for (const attempts of [1, 2, 3]) {
    await desk.deliverDue()
    expect(await desk.deliveries()).toMatchObject([{ attempts, state: attempts < 3 ? 'waiting' : 'failed' }])
    desk.turn(11 * minutes)
  }
  const [delivery] = await desk.deliveries()
  const { attempt_list: attempts } = await desk.detail(delivery?.id ?? '')
  expect(attempts.map(({ outcome }) => outcome)).toEqual([
    'interrupted',
    'bad_status',
    'bad_status',
    'bad_status',
  ])
  expect(attempts[0]).toMatchObject({ status: null, request: null, response: null })
  expect(attempts[0]?.finished_at).not.toBeNull()
})

test('the result of a reaped attempt is ignored', async () => {
  await desk.webhook()
  await desk.customer()
  const [late] = await desk.claim()
  desk.turn(leaseMs)
  await desk.queue.reap()
  const [current] = await desk.claim()
  expect(await desk.finish(late, { outcome: 'bad_status', status: 500 })).toEqual([])
  expect(await desk.deliveries()).toMatchObject([{ state: 'sending', attempts: 0, last_status: null }])
  await desk.finish(current, { outcome: 'delivered', status: 200 })
  expect(await desk.finish(current, { outcome: 'bad_status', status: 500 })).toEqual([])
  const [delivery] = await desk.deliveries()
  expect(delivery).toMatchObject({ state: 'delivered', attempts: 1 })
  const { attempt_list: attempts } = await desk.detail(delivery?.id ?? '')
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['interrupted', 'delivered'])
})

test('a delivery is delayed after four crashed workers in a row, because it might be the cause', async () => {
  await desk.webhook()
  await desk.customer()
  for (const lost of [1, 2, 3, 4]) {
    expect(await desk.claim(), `attempt ${lost}`).toHaveLength(1)
    desk.turn(leaseMs)
    await desk.queue.reap()
  }
  expect(await desk.claim()).toEqual([])
  desk.turn(10 * minutes)
  await desk.deliverDue()
  expect(await desk.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }])
})

test('a webhook disabled while its worker crashed receives nothing more', async () => {
  const { id } = await desk.webhook()
  await desk.customer()
  await desk.claim()
  await desk.call('PATCH', `/webhooks/${id}`, { active: false })
  desk.turn(leaseMs)
  await desk.queue.reap()
  await desk.call('PATCH', `/webhooks/${id}`, { active: true })
  await desk.deliverDue()
  expect(desk.sent).toEqual([])
  expect(await desk.deliveries()).toMatchObject([{ state: 'cancelled' }])
})

test('a queue row without a delivery frees its slot when its lease expires', async () => {
  await desk.webhook()
  await desk.customer()
  await desk.claim()
  await desk.pool.query('delete from delivery')
  await desk.queue.reap()
  expect(await desk.queue.depth()).toMatchObject({ sending: 1 })
  desk.turn(leaseMs)
  await desk.queue.reap()
  expect(await desk.queue.depth()).toEqual({ due: 0, later: 0, sending: 0 })
})
