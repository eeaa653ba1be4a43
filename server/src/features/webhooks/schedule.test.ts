import type { Delivery } from '@parley/protocol/webhook'
import { expect, test } from 'vitest'
import { connectVisitor } from '../../testing/test-service.ts'
import { sendText } from '../../testing/test-shop.ts'
import { minutes, useWebhookDesk } from '../../testing/webhook-desk.ts'

const desk = useWebhookDesk()

async function newCustomer() {
  const visitor = await connectVisitor(desk.service, desk.organization.providerId)
  const sent = await sendText(visitor.socket, 'Hello')
  await visitor.socket.leave()
  return sent
}

async function oneDelivery(): Promise<Delivery> {
  const rows = await desk.deliveries()
  expect(rows).toHaveLength(1)
  return rows[0] as Delivery
}

test('an event is delivered once, and over then', async () => {
  await desk.webhook()
  await newCustomer()
  expect(await oneDelivery()).toMatchObject({ state: 'waiting', attempts: 0, type: 'customer.created' })
  await desk.deliverDue()
  expect(desk.sent).toHaveLength(1)
  expect(await oneDelivery()).toMatchObject({
    state: 'delivered',
    attempts: 1,
    next_attempt_at: null,
    last_status: 200,
  })
  desk.turn(60 * minutes)
  await desk.deliverDue()
  expect(desk.sent).toHaveLength(1)
})

test('a delivery that fails is sent three times, each at least 10 minutes after the end of the one before, then failed', async () => {
  await desk.webhook()
  await newCustomer()
  desk.answer(500)
  for (const attempts of [1, 2]) {
    await desk.deliverDue()
    const { next_attempt_at: next, ...row } = await oneDelivery()
    expect(row).toMatchObject({ state: 'waiting', attempts, last_status: 500 })
    const last = (await desk.detail(row.id)).attempt_list.at(-1)
    const gap = Date.parse(next ?? '') - Date.parse(last?.finished_at ?? '')
    expect(gap).toBeGreaterThanOrEqual(10 * minutes)
    expect(gap).toBeLessThanOrEqual(11 * minutes)
    desk.turn(gap - 1000)
    await desk.deliverDue()
    expect(desk.sent).toHaveLength(attempts)
    desk.turn(1000)
  }
  await desk.deliverDue()
  expect(await oneDelivery()).toMatchObject({ state: 'failed', attempts: 3, next_attempt_at: null })
  desk.turn(60 * minutes)
  await desk.deliverDue()
  expect(desk.sent).toHaveLength(3)
  expect(new Set(desk.sent.map(({ eventId, json }) => `${eventId} ${json.event_id}`)).size).toBe(1)
})
