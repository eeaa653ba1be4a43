import { publicEntryTypes } from '@parley/protocol/event'
import type { Delivery, SavedWebhook, Webhook, WebhookStatistics } from '@parley/protocol/webhook'
import { describe, expect, test } from 'vitest'
import { minutes, useWebhookFixture } from '../../testing/webhook-fixture.ts'
import { sampleOf } from './event-samples.ts'

/** Tools for operating a webhook: name, samples, search, payload and statistics. */

const fixture = useWebhookFixture()

describe('a name', () => {
  test('that is too long is refused', async () => {
    const input = { url: 'https://hooks.shop.com/', events: ['customer.created'], name: 'x'.repeat(101) }
    expect(await fixture.call('POST', '/webhooks', input)).toMatchObject({ status: 400 })
  })

  test('is optional, trimmed, changed and removed, without a new era for waiting deliveries', async () => {
    expect((await fixture.webhook()).name).toBeNull()
    const { id, name } = await fixture.webhook(['customer.created'], { name: '  Warehouse ' })
    expect(name).toBe('Warehouse')
    const change = async (next: string | null) =>
      (await fixture.call('PATCH', `/webhooks/${id}`, { name: next })).body as SavedWebhook
    expect(await change('CRM')).toMatchObject({ name: 'CRM', url_warning: null })
    const { body } = await fixture.call('GET', `/webhooks/${id}`)
    expect((body as Webhook).name).toBe('CRM')
    expect((await change('   ')).name).toBeNull()
    expect((await change(null)).name).toBeNull()
    const { rows } = await fixture.pool.query('select era from webhook where id = $1', [id])
    expect(rows).toEqual([{ era: 0 }])
  })
})

describe('a test', () => {
  test('of an unknown event is refused', async () => {
    const { id } = await fixture.webhook()
    expect(await fixture.call('POST', `/webhooks/${id}/test?type=message.created`)).toMatchObject({
      status: 400,
    })
  })

  test.each(publicEntryTypes)(
    'sends a sample of %s with the fields of the event and made-up ids',
    async (type) => {
      const { id } = await fixture.webhook(['customer.created'])
      const { status, body } = await fixture.call('POST', `/webhooks/${id}/test?type=${type}`)
      expect([status, (body as Delivery).type]).toEqual([202, type])
      await fixture.deliverDue()
      expect(fixture.sent).toHaveLength(1)
      const { type: sentType, data } = fixture.sent[0]?.json ?? { data: {} }
      expect(sentType).toBe(type)
      expect(Object.keys(data)).toEqual(Object.keys(sampleOf(type, { webhookId: id, now: 0 })))
      const text = JSON.stringify(data)
      for (const [found] of text.matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g))
        expect(found).toMatch(/^00000000-/)
      if (type === 'conversation.ended') expect(text).toMatch(/"messages_url":"https:[^"]+_hash=/)
    },
  )

  test('that fails or is interrupted is repeated although the webhook does not subscribe to its event', async () => {
    const { id } = await fixture.webhook(['customer.created'])
    await fixture.call('POST', `/webhooks/${id}/test?type=conversation.ended`)
    await fixture.claim()
    fixture.turn(15_000)
    await fixture.queue.reap()
    expect(await fixture.deliveries()).toMatchObject([{ state: 'waiting', attempts: 0 }])
    fixture.answer(500)
    await fixture.deliverDue()
    const [delivery] = await fixture.deliveries()
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(await fixture.call('POST', `/deliveries/${delivery?.id}/resend`)).toMatchObject({ status: 202 })
  })

  test('without a type is a webhook.test event', async () => {
    const { id } = await fixture.webhook()
    await fixture.call('POST', `/webhooks/${id}/test`)
    await fixture.deliverDue()
    expect(fixture.sent[0]?.json).toMatchObject({ type: 'webhook.test', data: { webhook_id: id } })
  })
})

describe('the search of deliveries', () => {
  test('finds the events of one customer and of one conversation', async () => {
    await fixture.webhook([
      'customer.created',
      'customer.updated',
      'conversation.started',
      'conversation.ended',
    ])
    const one = await fixture.customer()
    const other = await fixture.customer()
    await fixture.call('POST', `/conversations/${one.conversation_id}/close`)
    await fixture.call('PATCH', `/customers/${other.customer_id}`, { first_name: 'Other' })
    const types = async (query: string) =>
      (await fixture.deliveries(query)).map(({ type }) => type).toSorted()
    expect(await types(`?customer_id=${one.customer_id}`)).toEqual([
      'conversation.ended',
      'conversation.started',
      'customer.created',
    ])
    expect(await types(`?customer_id=${other.customer_id}&type=customer.updated`)).toEqual([
      'customer.updated',
    ])
    expect(await types(`?conversation_id=${one.conversation_id}`)).toEqual([
      'conversation.ended',
      'conversation.started',
    ])
    expect(await types(`?conversation_id=${one.customer_id}`)).toEqual([])
  })

  test('limits a resend as well', async () => {
    await fixture.webhook()
    const one = await fixture.customer()
    await fixture.customer()
    await fixture.deliverDue()
    const again = await fixture.call('POST', '/deliveries/resend', { customer_id: one.customer_id })
    expect(again.body).toEqual({ resent: 1, more: false, next: null })
  })
})

test('a delivery shows its payload before the first attempt, and when no request was sent', async () => {
  await fixture.webhook(['conversation.ended'])
  const { conversation_id: id } = await fixture.customer()
  await fixture.call('POST', `/conversations/${id}/close`)
  const [delivery] = await fixture.deliveries()
  const shown = async () => (await fixture.detail(delivery?.id ?? '')).payload
  const payload = JSON.parse(await shown())
  expect(payload).toMatchObject({ event_id: delivery?.event_id, type: 'conversation.ended', data: { id } })
  expect(payload.data.messages_url).toMatch(/_hash=\*\*\*/)

  fixture.answer({ outcome: 'connection_error', status: null, request: null, response: null })
  await fixture.deliverDue()
  const { attempt_list: attempts } = await fixture.detail(delivery?.id ?? '')
  expect(attempts).toMatchObject([{ outcome: 'connection_error', request: null }])
  expect(JSON.parse(await shown()).data.id).toBe(id)
})

describe('the statistics of a webhook', () => {
  const statistics = async (id: string, period: string) =>
    (await fixture.call('GET', `/webhooks/${id}/statistics?period=${period}`)).body as WebhookStatistics

  test('of an unknown webhook or period are refused', async () => {
    const { id } = await fixture.webhook()
    expect(await fixture.call('GET', `/webhooks/${id}/statistics?period=1y`)).toMatchObject({ status: 400 })
    const unknown = '01936b2e-0000-7000-8000-000000000000'
    expect(await fixture.call('GET', `/webhooks/${unknown}/statistics`)).toMatchObject({ status: 404 })
  })

  test('count attempts of this webhook by hour, with median and 95th percentile', async () => {
    const { id } = await fixture.webhook()
    const quiet = await fixture.webhook(['call.ended'])
    for (const durationMs of [10, 20, 90]) {
      fixture.answer(() => ({ status: 200, durationMs }))
      await fixture.customer()
      await fixture.deliverDue()
    }
    fixture.answer(() => ({ status: 500, durationMs: 400 }))
    await fixture.customer()
    await fixture.deliverDue()
    const hourly = await statistics(id, '24h')
    expect(hourly).toMatchObject({ period: '24h', step: 3600, delivered: 3, failed: 1, median_ms: 55 })
    expect(hourly.parts).toHaveLength(24)
    expect(hourly.p95_ms).toBeGreaterThan(90)
    expect(hourly.parts.reduce((sum, part) => sum + part.delivered + part.failed, 0)).toBe(4)
    expect(hourly.parts[0]).toMatchObject({ delivered: 0, failed: 0, median_ms: null, p95_ms: null })
    const last = Date.parse(hourly.parts.at(-1)?.from ?? '')
    expect(fixture.now() - last).toBeLessThan(60 * minutes)
    expect(last - Date.parse(hourly.parts[0]?.from ?? '')).toBe(23 * 60 * minutes)

    const fortnight = await statistics(id, '14d')
    expect(fortnight).toMatchObject({ step: 6 * 3600, delivered: 3, failed: 1 })
    expect(fortnight.parts).toHaveLength(56)
    expect(await statistics(quiet.id, '24h')).toMatchObject({ delivered: 0, failed: 0, median_ms: null })
  })

  test('count the attempts of a delivery that was resent after 16 days', async () => {
    const { id } = await fixture.webhook()
    await fixture.customer()
    await fixture.deliverDue()
    await fixture.pool.query(
      `update delivery set created_at = created_at - interval '16 days' where webhook_id = $1`,
      [id],
    )
    for (const period of ['24h', '14d']) expect((await statistics(id, period)).delivered, period).toBe(1)
  })

  test('are read by two requests of an organization at a time', async () => {
    const { id } = await fixture.webhook()
    const { pool } = fixture
    const waiting = async (): Promise<number> =>
      (
        await pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%delivery_attempt%'`,
        )
      ).rowCount ?? 0
    const lock = await pool.connect()
    await lock.query('begin; lock table delivery_attempt in access exclusive mode')
    const requests = Array.from({ length: 5 }, () => statistics(id, '24h'))
    try {
      await expect.poll(waiting).toBe(2)
      // Requests that came later have been answered.
      for (let turn = 0; turn < 5; turn++) await fixture.call('GET', `/webhooks/${id}`)
      expect(await waiting()).toBe(2)
    } finally {
      await lock.query('rollback')
      lock.release()
    }
    expect((await Promise.all(requests)).map(({ delivered }) => delivered)).toEqual([0, 0, 0, 0, 0])
  })
})
