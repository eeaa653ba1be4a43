import type { ConversationEnded } from '@parley/protocol/conversation'
import { expect, test } from 'vitest'
import { createSecrets } from '../../core/secrets.ts'
import { createSignedLinks } from '../../core/signed-links.ts'
import { testSecret } from '../../testing/test-service.ts'
import { minutes, useWebhookFixture } from '../../testing/webhook-fixture.ts'

/** Content of an attempt: fixed at the event except for links and signature (spec 4.4, 5.5, 6), and what the log keeps of it. */

const fixture = useWebhookFixture()

async function closedConversation() {
  const sent = await fixture.customer()
  await fixture.call('POST', `/conversations/${sent.conversation_id}/close`)
  return sent
}

test('the body has event_id, type, timestamp (of the event) and data, in this order', async () => {
  await fixture.webhook()
  const before = fixture.now()
  const { customer_id: id } = await fixture.customer()
  fixture.turn(5 * minutes)
  await fixture.deliverDue()
  const [input] = fixture.sent
  expect(Object.keys(input?.json ?? {})).toEqual(['event_id', 'type', 'timestamp', 'data'])
  expect(input?.json).toMatchObject({ event_id: input?.eventId, type: 'customer.created', data: { id } })
  expect(input?.json.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
  expect(Date.parse(input?.json.timestamp ?? '') - before).toBeLessThan(minutes)
  const { rows } = await fixture.pool.query('select data from event_log where id = $1', [input?.eventId])
  expect(input?.json.data).toEqual(rows[0].data)
  expect(Object.keys(input?.json.data ?? {})[0]).toBe('id')
})

test('a retry sends the data of the event, even if the customer changed since', async () => {
  await fixture.webhook()
  const { customer_id: id } = await fixture.customer()
  fixture.answer(500)
  await fixture.deliverDue()
  await fixture.call('PATCH', `/customers/${id}`, { first_name: 'Changed' })
  fixture.turn(11 * minutes)
  await fixture.deliverDue()
  expect(fixture.sent).toHaveLength(2)
  expect(fixture.sent[1]?.body.toString()).toBe(fixture.sent[0]?.body.toString())
  expect(fixture.sent[1]?.json.data).toMatchObject({ first_name: null })
})

test('each attempt has fresh links, valid for 24 hours from its end; the rest of the body stays the same', async () => {
  await fixture.webhook(['conversation.ended'])
  const { conversation_id: id } = await closedConversation()
  const links = createSignedLinks(createSecrets(testSecret))
  fixture.answer(500)
  for (const attempt of [0, 1]) {
    await fixture.deliverDue()
    const data = fixture.sent[attempt]?.json.data as unknown as ConversationEnded
    const url = new URL(data.messages_url)
    expect(`${url.origin}${url.pathname}`).toBe(
      `https://parley.test/v1/public/webhook/conversations/${id}/messages`,
    )
    const query = Object.fromEntries(url.searchParams)
    expect(links.verify(url.pathname, query, fixture.now() + 24 * 60 * minutes + 10_000)).toBe('valid')
    expect(links.verify(url.pathname, query, fixture.now() + 24 * 60 * minutes + 15_000)).toBe('link_expired')
    fixture.turn(11 * minutes)
  }
  const [first, second] = fixture.sent.map(({ json }) => json)
  expect(second?.data['messages_url']).not.toBe(first?.data['messages_url'])
  expect({ ...second, data: { ...second?.data, messages_url: '' } }).toEqual({
    ...first,
    data: { ...first?.data, messages_url: '' },
  })
})

test('only the regenerated secret signs from the next attempt on', async () => {
  const { id } = await fixture.webhook()
  await fixture.customer()
  fixture.answer(500)
  await fixture.deliverDue()
  const { body: made } = await fixture.call('POST', `/webhooks/${id}/secret/regenerate`)
  fixture.turn(11 * minutes)
  await fixture.deliverDue()
  const [first, second] = fixture.sent.map(({ key }) => `whsec_${key.export().toString('base64')}`)
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(second).not.toBe(first)
  expect(made).toEqual({ secret: second })
})

test('a changed URL takes effect with the next attempt', async () => {
  const { id } = await fixture.webhook()
  await fixture.customer()
  fixture.answer(500)
  await fixture.deliverDue()
  await fixture.call('PATCH', `/webhooks/${id}`, { url: 'https://elsewhere.shop.com/in' })
  fixture.turn(11 * minutes)
  await fixture.deliverDue()
  expect(fixture.sent.map(({ url }) => url)).toEqual([
    'https://hooks.shop.com/parley',
    'https://elsewhere.shop.com/in',
  ])
})

test('the log keeps request and response with signature and links masked, also if the receiver echoes them', async () => {
  await fixture.webhook(['conversation.ended'])
  await closedConversation()
  const echo: { status: number; headers: Record<string, string>; body: string; truncated: boolean } = {
    status: 200,
    headers: { 'x-got': `v1,${'s'.repeat(43)}=` },
    body: '',
    truncated: true,
  }
  fixture.answer((input) => {
    echo.body = `you said ${input.body.toString()} \u0000 \ud800`
    return { response: echo }
  })
  await fixture.deliverDue()
  const [delivery] = await fixture.deliveries()
  const [attempt] = (await fixture.detail(delivery?.id ?? '')).attempt_list
  const hash = /_hash=([\w-]+)/.exec(fixture.sent[0]?.body.toString() ?? '')?.[1] ?? 'none'
  const kept = JSON.stringify(attempt)
  expect(kept).not.toContain(hash)
  expect(kept).not.toContain('sssss')
  expect(attempt).toMatchObject({
    kind: 'automatic',
    outcome: 'delivered',
    status: 200,
    duration_ms: 12,
    request: {
      url: 'https://hooks.shop.com/parley',
      headers: { 'webhook-id': delivery?.event_id, 'webhook-signature': 'v1,***' },
      body: fixture.sent[0]?.body.toString().replace(hash, '***'),
    },
    response: { status: 200, headers: { 'x-got': 'v1,***' }, truncated: true },
  })
  expect(attempt?.response?.body).toContain('_hash=***')
  expect(attempt?.response?.body).toContain('\u0000')
})
