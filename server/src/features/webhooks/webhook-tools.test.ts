import { publicEntryTypes } from '@parley/protocol/event'
import type { Delivery, SavedWebhook, Webhook, WebhookStatistics } from '@parley/protocol/webhook'
import { describe, expect, test } from 'vitest'
import { minutes, useWebhookDesk } from '../../testing/webhook-desk.ts'
import { sampleOf } from './event-samples.ts'

/** What helps to look after a webhook: name, samples, search, payload and statistics. */

const desk = useWebhookDesk()

describe('a name', () => {
  test('that is too long is refused', async () => {
    const input = { url: 'https://hooks.shop.com/', events: ['customer.created'], name: 'x'.repeat(101) }
    expect(await desk.call('POST', '/webhooks', input)).toMatchObject({ status: 400 })
  })

  test('is optional, trimmed, changed and removed, without a new era for what waits', async () => {
    expect((await desk.webhook()).name).toBeNull()
    const { id, name } = await desk.webhook(['customer.created'], { name: '  Warehouse ' })
    expect(name).toBe('Warehouse')
    const change = async (next: string | null) =>
      (await desk.call('PATCH', `/webhooks/${id}`, { name: next })).body as SavedWebhook
    expect(await change('CRM')).toMatchObject({ name: 'CRM', url_warning: null })
    const { body } = await desk.call('GET', `/webhooks/${id}`)
    expect((body as Webhook).name).toBe('CRM')
    expect((await change('   ')).name).toBeNull()
    expect((await change(null)).name).toBeNull()
    const { rows } = await desk.pool.query('select era from webhook where id = $1', [id])
    expect(rows).toEqual([{ era: 0 }])
  })
})

describe('a test', () => {
  test('of an unknown event is refused', async () => {
    const { id } = await desk.webhook()
    expect(await desk.call('POST', `/webhooks/${id}/test?type=message.created`)).toMatchObject({
      status: 400,
    })
  })

  test.each(publicEntryTypes)(
    'sends a sample of %s with the fields of the event and ids of nobody',
    async (type) => {
      const { id } = await desk.webhook(['customer.created'])
      const { status, body } = await desk.call('POST', `/webhooks/${id}/test?type=${type}`)
      expect([status, (body as Delivery).type]).toEqual([202, type])
      await desk.deliverDue()
      expect(desk.sent).toHaveLength(1)
      const { type: sentType, data } = desk.sent[0]?.json ?? { data: {} }
      expect(sentType).toBe(type)
      expect(Object.keys(data)).toEqual(Object.keys(sampleOf(type, { webhookId: id, now: 0 })))
      const text = JSON.stringify(data)
      for (const [found] of text.matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g))
        expect(found).toMatch(/^00000000-/)
      if (type === 'conversation.ended') expect(text).toMatch(/"messages_url":"https:[^"]+_hash=/)
    },
  )

  test('without a type is a webhook.test event', async () => {
    const { id } = await desk.webhook()
    await desk.call('POST', `/webhooks/${id}/test`)
    await desk.deliverDue()
    expect(desk.sent[0]?.json).toMatchObject({ type: 'webhook.test', data: { webhook_id: id } })
  })
})

describe('the search of deliveries', () => {
  test('finds the events of one customer and of one conversation', async () => {
    await desk.webhook(['customer.created', 'customer.updated', 'conversation.started', 'conversation.ended'])
    const one = await desk.customer()
    const other = await desk.customer()
    await desk.call('POST', `/conversations/${one.conversation_id}/close`)
    await desk.call('PATCH', `/customers/${other.customer_id}`, { first_name: 'Other' })
    const types = async (query: string) => (await desk.deliveries(query)).map(({ type }) => type).toSorted()
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
    await desk.webhook()
    const one = await desk.customer()
    await desk.customer()
    await desk.deliverDue()
    const again = await desk.call('POST', '/deliveries/resend', { customer_id: one.customer_id })
    expect(again.body).toEqual({ resent: 1, more: false })
  })
})

test('a delivery shows its payload before the first attempt, and when nothing was ever sent', async () => {
  await desk.webhook(['conversation.ended'])
  const { conversation_id: id } = await desk.customer()
  await desk.call('POST', `/conversations/${id}/close`)
  const [delivery] = await desk.deliveries()
  const shown = async () => (await desk.detail(delivery?.id ?? '')).payload
  const payload = JSON.parse(await shown())
  expect(payload).toMatchObject({ event_id: delivery?.event_id, type: 'conversation.ended', data: { id } })
  expect(payload.data.messages_url).toMatch(/_hash=\*\*\*/)

  desk.answer({ outcome: 'connection_error', status: null, request: null, response: null })
  await desk.deliverDue()
  const { attempt_list: attempts } = await desk.detail(delivery?.id ?? '')
  expect(attempts).toMatchObject([{ outcome: 'connection_error', request: null }])
  expect(JSON.parse(await shown()).data.id).toBe(id)
})

describe('the statistics of a webhook', () => {
  const statistics = async (id: string, period: string) =>
    (await desk.call('GET', `/webhooks/${id}/statistics?period=${period}`)).body as WebhookStatistics

  test('of an unknown webhook or period are refused', async () => {
    const { id } = await desk.webhook()
    expect(await desk.call('GET', `/webhooks/${id}/statistics?period=1y`)).toMatchObject({ status: 400 })
    const unknown = '01936b2e-0000-7000-8000-000000000000'
    expect(await desk.call('GET', `/webhooks/${unknown}/statistics`)).toMatchObject({ status: 404 })
  })

  test('count attempts of this webhook by hour, with median and 95th percentile', async () => {
    const { id } = await desk.webhook()
    const quiet = await desk.webhook(['call.ended'])
    for (const durationMs of [10, 20, 90]) {
      desk.answer(() => ({ status: 200, durationMs }))
      await desk.customer()
      await desk.deliverDue()
    }
    desk.answer(() => ({ status: 500, durationMs: 400 }))
    await desk.customer()
    await desk.deliverDue()
    const hourly = await statistics(id, '24h')
    expect(hourly).toMatchObject({ period: '24h', step: 3600, delivered: 3, failed: 1, median_ms: 55 })
    expect(hourly.parts).toHaveLength(24)
    expect(hourly.p95_ms).toBeGreaterThan(90)
    expect(hourly.parts.reduce((sum, part) => sum + part.delivered + part.failed, 0)).toBe(4)
    expect(hourly.parts[0]).toMatchObject({ delivered: 0, failed: 0, median_ms: null, p95_ms: null })
    const last = Date.parse(hourly.parts.at(-1)?.from ?? '')
    expect(desk.now() - last).toBeLessThan(60 * minutes)
    expect(last - Date.parse(hourly.parts[0]?.from ?? '')).toBe(23 * 60 * minutes)

    const fortnight = await statistics(id, '14d')
    expect(fortnight).toMatchObject({ step: 6 * 3600, delivered: 3, failed: 1 })
    expect(fortnight.parts).toHaveLength(56)
    expect(await statistics(quiet.id, '24h')).toMatchObject({ delivered: 0, failed: 0, median_ms: null })
  })
})
