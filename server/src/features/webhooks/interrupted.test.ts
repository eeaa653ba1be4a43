import { expect, test } from 'vitest'
import { minutes, useWebhookFixture } from '../../testing/webhook-fixture.ts'

/** A worker that crashes while sending: no attempt is counted and no delivery is lost. */

const fixture = useWebhookFixture()
const leaseMs = 15_000

test('an attempt of a crashed worker is repeated at once, not counted, and shown as interrupted', async () => {
  await fixture.webhook()
  await fixture.customer()
  await fixture.claim()
  await fixture.queue.reap()
  expect(await fixture.deliveries()).toMatchObject([{ state: 'sending' }])
  fixture.turn(leaseMs)
  await fixture.queue.reap()
  expect(await fixture.deliveries()).toMatchObject([{ state: 'waiting', attempts: 0, last_status: null }])
  fixture.answer(500)
  for (const attempts of [1, 2, 3]) {
    await fixture.deliverDue()
    expect(await fixture.deliveries()).toMatchObject([
      { attempts, state: attempts < 3 ? 'waiting' : 'failed' },
    ])
    fixture.turn(11 * minutes)
  }
  const [delivery] = await fixture.deliveries()
  const { attempt_list: attempts } = await fixture.detail(delivery?.id ?? '')
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
  await fixture.webhook()
  await fixture.customer()
  const [late] = await fixture.claim()
  fixture.turn(leaseMs)
  await fixture.queue.reap()
  const [current] = await fixture.claim()
  expect(await fixture.finish(late, { outcome: 'bad_status', status: 500 })).toEqual([])
  expect(await fixture.deliveries()).toMatchObject([{ state: 'sending', attempts: 0, last_status: null }])
  await fixture.finish(current, { outcome: 'delivered', status: 200 })
  expect(await fixture.finish(current, { outcome: 'bad_status', status: 500 })).toEqual([])
  const [delivery] = await fixture.deliveries()
  expect(delivery).toMatchObject({ state: 'delivered', attempts: 1 })
  const { attempt_list: attempts } = await fixture.detail(delivery?.id ?? '')
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['interrupted', 'delivered'])
})

test('a delivery is delayed after four crashed workers in a row, because it might be the cause', async () => {
  await fixture.webhook()
  await fixture.customer()
  for (const lost of [1, 2, 3, 4]) {
    expect(await fixture.claim(), `attempt ${lost}`).toHaveLength(1)
    fixture.turn(leaseMs)
    await fixture.queue.reap()
  }
  expect(await fixture.claim()).toEqual([])
  fixture.turn(10 * minutes)
  await fixture.deliverDue()
  expect(await fixture.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }])
})

test('a webhook disabled while its worker crashed receives nothing more', async () => {
  const { id } = await fixture.webhook()
  await fixture.customer()
  await fixture.claim()
  await fixture.call('PATCH', `/webhooks/${id}`, { active: false })
  fixture.turn(leaseMs)
  await fixture.queue.reap()
  await fixture.call('PATCH', `/webhooks/${id}`, { active: true })
  await fixture.deliverDue()
  expect(fixture.sent).toEqual([])
  expect(await fixture.deliveries()).toMatchObject([{ state: 'cancelled' }])
})

test('a queue row without a delivery frees its slot when its lease expires', async () => {
  await fixture.webhook()
  await fixture.customer()
  await fixture.claim()
  await fixture.pool.query('delete from delivery')
  await fixture.queue.reap()
  expect(await fixture.queue.depth()).toMatchObject({ sending: 1 })
  fixture.turn(leaseMs)
  await fixture.queue.reap()
  expect(await fixture.queue.depth()).toEqual({ due: 0, later: 0, sending: 0 })
})
