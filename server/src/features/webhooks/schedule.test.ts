import type { Delivery } from '@parley/protocol/webhook'
import { describe, expect, test } from 'vitest'
import { minutes, useWebhookFixture } from '../../testing/webhook-fixture.ts'

/** When deliveries are retried, and when not (spec 7, 8). */

const fixture = useWebhookFixture()

async function oneDelivery(): Promise<Delivery> {
  const rows = await fixture.deliveries()
  expect(rows).toHaveLength(1)
  return rows[0] as Delivery
}

/** Delay from the end of the last attempt to the next (ms). */
async function gap(): Promise<number> {
  const { id, next_attempt_at: next } = await oneDelivery()
  const last = (await fixture.detail(id)).attempt_list.at(-1)
  return Date.parse(next ?? '') - Date.parse(last?.finished_at ?? '')
}

test('an event is delivered once', async () => {
  await fixture.webhook()
  await fixture.customer()
  expect(await oneDelivery()).toMatchObject({ state: 'waiting', attempts: 0, type: 'customer.created' })
  await fixture.deliverDue()
  expect(fixture.sent).toHaveLength(1)
  const finished = { state: 'delivered', attempts: 1, next_attempt_at: null, last_status: 200 }
  expect(await oneDelivery()).toMatchObject(finished)
  fixture.turn(60 * minutes)
  await fixture.deliverDue()
  expect(fixture.sent).toHaveLength(1)
})

test('a failing delivery is sent three times, at least 10 minutes after the end of the previous attempt, then failed', async () => {
  await fixture.webhook()
  await fixture.customer()
  fixture.answer(500)
  for (const attempts of [1, 2]) {
    await fixture.deliverDue()
    expect(await oneDelivery()).toMatchObject({ state: 'waiting', attempts, last_status: 500 })
    const pause = await gap()
    expect(pause).toBeGreaterThanOrEqual(10 * minutes)
    expect(pause).toBeLessThanOrEqual(11 * minutes)
    fixture.turn(pause - 1000)
    await fixture.deliverDue()
    expect(fixture.sent).toHaveLength(attempts)
    fixture.turn(1000)
  }
  await fixture.deliverDue()
  expect(await oneDelivery()).toMatchObject({ state: 'failed', attempts: 3, next_attempt_at: null })
  fixture.turn(60 * minutes)
  await fixture.deliverDue()
  expect(fixture.sent).toHaveLength(3)
  expect(new Set(fixture.sent.map(({ eventId, json }) => `${eventId} ${json.event_id}`)).size).toBe(1)
})

test.each([
  ['bad_status', 301],
  ['bad_status', 410],
  ['timeout', null],
  ['connection_error', null],
  ['refused', null],
] as const)('%s (%s) is retried and does not disable the webhook', async (outcome, status) => {
  const webhook = await fixture.webhook()
  await fixture.customer()
  fixture.answer({ outcome, status, failure: { code: 'receiver_closed', detail: null } })
  await fixture.deliverDue()
  expect(await oneDelivery()).toMatchObject({ state: 'waiting', attempts: 1, last_status: status })
  expect((await fixture.call('GET', `/webhooks/${webhook.id}`)).body).toMatchObject({ active: true })
  fixture.answer(204)
  fixture.turn(11 * minutes)
  await fixture.deliverDue()
  expect(await oneDelivery()).toMatchObject({ state: 'delivered', attempts: 2, last_error: null })
})

describe('Retry-After', () => {
  test.each([
    ['cannot shorten the delay', 5, 10, 11],
    ['lengthens the delay', 1800, 30, 30],
    ['lengthens the delay to at most an hour', 86_400, 60, 60],
  ])('%s', async (_title, retryAfterSeconds, least, most) => {
    await fixture.webhook()
    await fixture.customer()
    fixture.answer({ status: 429, retryAfterSeconds })
    await fixture.deliverDue()
    const pause = await gap()
    expect(pause).toBeGreaterThanOrEqual(least * minutes)
    expect(pause).toBeLessThanOrEqual(most * minutes)
  })
})

describe('waiting deliveries are cancelled permanently', () => {
  const change = (id: string, body: object) => fixture.call('PATCH', `/webhooks/${id}`, body)

  test.each([
    ['disabled', (id: string) => change(id, { active: false }), (id: string) => change(id, { active: true })],
    [
      'unsubscribed',
      (id: string) => change(id, { events: ['conversation.ended'] }),
      (id: string) => change(id, { events: ['customer.created'] }),
    ],
  ])('when the webhook is %s, even if that is reverted', async (_how, off, on) => {
    const { id } = await fixture.webhook()
    await fixture.customer()
    fixture.answer(500)
    await fixture.deliverDue()
    await off(id)
    const cancelled = { state: 'cancelled', attempts: 1, next_attempt_at: null }
    expect(await oneDelivery()).toMatchObject(cancelled)
    await on(id)
    fixture.turn(60 * minutes)
    await fixture.deliverDue()
    expect(fixture.sent).toHaveLength(1)
    expect(await oneDelivery()).toMatchObject(cancelled)
  })

  test('when the webhook is deleted; the log remains', async () => {
    const { id } = await fixture.webhook()
    await fixture.customer()
    expect((await fixture.call('DELETE', `/webhooks/${id}`)).status).toBe(204)
    await fixture.deliverDue()
    expect(fixture.sent).toEqual([])
    expect(await oneDelivery()).toMatchObject({ state: 'cancelled', attempts: 0, webhook_id: id })
  })

  test('except other events of the same webhook', async () => {
    const { id } = await fixture.webhook(['customer.created', 'conversation.started'])
    await fixture.customer()
    await change(id, { events: ['conversation.started'] })
    await fixture.deliverDue()
    expect(fixture.sent.map(({ type }) => type)).toEqual(['conversation.started'])
  })

  test('and an attempt in flight is not retried', async () => {
    const { id } = await fixture.webhook()
    await fixture.customer()
    const [claimed] = await fixture.claim()
    await change(id, { active: false })
    await change(id, { active: true })
    expect(await oneDelivery()).toMatchObject({ state: 'sending' })
    await change(id, { active: false })
    await fixture.finish(claimed, { outcome: 'bad_status', status: 500 })
    expect(await oneDelivery()).toMatchObject({ state: 'cancelled', attempts: 1, last_status: 500 })
  })

  test('unless an attempt in flight succeeds', async () => {
    const { id } = await fixture.webhook()
    await fixture.customer()
    const [claimed] = await fixture.claim()
    await change(id, { active: false })
    await fixture.finish(claimed, { outcome: 'delivered', status: 200 })
    expect(await oneDelivery()).toMatchObject({ state: 'delivered' })
  })
})
