import type { Delivery, Webhook } from '@parley/protocol/webhook'
import { describe, expect, test } from 'vitest'
import { createSecrets } from '../../core/secrets.ts'
import { newId } from '../../core/ids.ts'
import { inviteAgent } from '../../testing/test-service.ts'
import { minutes, useWebhookFixture } from '../../testing/webhook-fixture.ts'

/** The API for webhooks and their delivery log, for the panel and API keys (spec 2.6). */

const fixture = useWebhookFixture()
const url = 'https://hooks.shop.com/parley'
const events = ['customer.created']

describe('permissions', () => {
  test('agents without the admin role have no access', async () => {
    const webhook = await fixture.webhook()
    const delivery = (await fixture.call('POST', `/webhooks/${webhook.id}/test`)).body as Delivery
    const { cookie } = await inviteAgent(fixture.service, fixture.organization, 'Agent')
    const forbidden: [string, string, object?][] = [
      ['GET', '/webhooks'],
      ['POST', '/webhooks', { url, events }],
      ['GET', `/webhooks/${webhook.id}`],
      ['PATCH', `/webhooks/${webhook.id}`, { active: false }],
      ['DELETE', `/webhooks/${webhook.id}`],
      ['GET', `/webhooks/${webhook.id}/secret`],
      ['POST', `/webhooks/${webhook.id}/secret/regenerate`],
      ['POST', `/webhooks/${webhook.id}/test`],
      ['GET', `/webhooks/${webhook.id}/statistics`],
      ['GET', '/deliveries'],
      ['GET', `/deliveries/${delivery.id}`],
      ['POST', `/deliveries/${delivery.id}/resend`],
      ['POST', '/deliveries/resend', {}],
    ]
    for (const [method, path, body] of forbidden) {
      const address = `/v1/organizations/${fixture.organization.id}${path}`
      const answer = await fixture.service.call(method, address, { cookie, ...(body && { body }) })
      expect([method, path, answer.status, answer.body['code']]).toEqual([method, path, 403, 'forbidden'])
    }
  })

  test('API keys have exactly the access of their scopes', async () => {
    const webhook = await fixture.webhook()
    const delivery = (await fixture.call('POST', `/webhooks/${webhook.id}/test`)).body as Delivery
    const keyed = async (scopes: string[]) => {
      const { key } = (await fixture.call('POST', '/api-keys', { name: 'Program', scopes })).body as {
        key: string
      }
      return async (method: string, path: string, body?: object) =>
        (
          await fixture.service.app.http.inject({
            method: method as 'GET',
            url: `/v1/organizations/${fixture.organization.id}${path}`,
            headers: { authorization: `Bearer ${key}` },
            ...(body && { payload: body }),
          })
        ).statusCode
    }
    const reader = await keyed(['webhooks:read'])
    expect(await reader('GET', `/webhooks/${webhook.id}/secret`)).toBe(403)
    expect(await reader('PATCH', `/webhooks/${webhook.id}`, { active: false })).toBe(403)
    expect(await reader('GET', '/deliveries')).toBe(403)
    expect(await reader('GET', '/webhooks')).toBe(200)
    const writer = await keyed(['webhooks:write'])
    expect(await writer('GET', '/webhooks')).toBe(403)
    expect(await writer('POST', '/webhooks', { url, events })).toBe(201)
    expect(await writer('GET', `/webhooks/${webhook.id}/secret`)).toBe(200)
    const log = await keyed(['deliveries:read'])
    expect(await log('POST', `/deliveries/${delivery.id}/resend`)).toBe(403)
    expect(await log('GET', `/deliveries/${delivery.id}`)).toBe(200)
    const resender = await keyed(['deliveries:resend'])
    expect(await resender('GET', `/deliveries/${delivery.id}`)).toBe(403)
    expect(await resender('POST', `/deliveries/${delivery.id}/resend`)).toBe(202)
  })
})

describe('requests are refused', () => {
  test.each([
    ['http://hooks.shop.com/', 422, 'webhook_url_not_https'],
    ['https://10.0.0.1/', 422, 'webhook_url_private'],
    ['https://user:pw@hooks.shop.com/', 422, 'webhook_url_credentials'],
    ['nothing', 422, 'webhook_url_invalid'],
    ['', 400, 'invalid_request'],
  ])('for the URL %s, with a specific code', async (address, status, code) => {
    const refused = { status, body: { code, pointer: '/body/url' } }
    expect(await fixture.call('POST', '/webhooks', { url: address, events })).toMatchObject(refused)
    const { id } = await fixture.webhook()
    expect(await fixture.call('PATCH', `/webhooks/${id}`, { url: address })).toMatchObject(refused)
    expect((await fixture.call('GET', `/webhooks/${id}`)).body).toMatchObject({ url })
  })

  test.each([[[]], [['webhook.test']], [['customer.created', 'customer.created']], [['message.created']]])(
    'for the events %j',
    async (wrong) => {
      expect((await fixture.call('POST', '/webhooks', { url, events: wrong })).status).toBe(400)
    },
  )

  test('for a twenty-first webhook, also if two are created at once', async () => {
    for (let count = 0; count < 19; count += 1) await fixture.webhook()
    const input = { url, events }
    const answers = await Promise.all([
      fixture.call('POST', '/webhooks', input),
      fixture.call('POST', '/webhooks', input),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'webhook_limit' })
  })

  test('for the 101st webhook in a day, including deleted ones', async () => {
    await fixture.webhook()
    await fixture.pool.query(
      `insert into webhook (id, organization_id, url, events, active, secret, created_at, deleted_at)
       select gen_random_uuid(), $1, 'https://hooks.shop.com/', '{customer.created}', false, '', $2, now()
       from generate_series(1, 100)`,
      [fixture.organization.id, new Date(fixture.now()).toISOString()],
    )
    const refused = { status: 429, body: { code: 'rate_limited' } }
    expect(await fixture.call('POST', '/webhooks', { url, events })).toMatchObject(refused)
    await fixture.pool.query("update webhook set created_at = created_at - interval '1 day'")
    expect(await fixture.call('POST', '/webhooks', { url, events })).toMatchObject({ status: 201 })
  })

  test('for a test event to an inactive webhook', async () => {
    const { id } = await fixture.webhook(undefined, { active: false })
    const refused = { status: 409, body: { code: 'webhook_inactive' } }
    expect(await fixture.call('POST', `/webhooks/${id}/test`)).toMatchObject(refused)
    expect(await fixture.deliveries()).toEqual([])
  })

  test('for every operation on a deleted webhook', async () => {
    const { id } = await fixture.webhook()
    await fixture.call('DELETE', `/webhooks/${id}`)
    const calls: [string, string, object?][] = [
      ['GET', ''],
      ['PATCH', '', { active: true }],
      ['DELETE', ''],
      ['GET', '/secret'],
      ['POST', '/secret/regenerate'],
      ['POST', '/test'],
    ]
    for (const [method, rest, body] of calls) {
      const answer = await fixture.call(method, `/webhooks/${id}${rest}`, body)
      expect([method, rest, answer.status]).toEqual([method, rest, 404])
    }
  })
})

test('webhooks are active by default, listed oldest first with paging, and never include the secret', async () => {
  const made = [await fixture.webhook(), await fixture.webhook(['conversation.ended', 'customer.created'])]
  expect(made[0]).toEqual({
    url_warning: null,
    id: made[0]?.id,
    name: null,
    url,
    events,
    active: true,
    trouble: null,
    created_at: made[0]?.created_at,
  })
  const first = (await fixture.call('GET', '/webhooks?max=1')).body as {
    data: Webhook[]
    pager: { next: string }
  }
  const second = (await fixture.call('GET', `/webhooks?max=1&cursor=${first.pager.next}`))
    .body as typeof first
  expect([...first.data, ...second.data]).toEqual(
    made.map((webhook) => ({ ...webhook, url_warning: undefined })),
  )
  expect(second.pager.next).toBeNull()
})

test('saving a URL with an unknown host name succeeds with a warning', async () => {
  const nowhere = 'https://nowhere.com/parley'
  const made = await fixture.call('POST', '/webhooks', { url: nowhere, events })
  expect(made).toMatchObject({ status: 201, body: { url: nowhere, url_warning: 'name_unknown' } })
  const { id } = made.body as Webhook
  const save = (change: object) => fixture.call('PATCH', `/webhooks/${id}`, change)
  expect(await save({ active: false })).toMatchObject({ status: 200, body: { url_warning: null } })
  expect(await save({ url })).toMatchObject({ body: { url, url_warning: null } })
  expect(await save({ url: nowhere })).toMatchObject({ body: { url_warning: 'name_unknown' } })
  expect((await fixture.call('GET', `/webhooks/${id}`)).body).not.toHaveProperty('url_warning')
})

test('the secret is encrypted in the database, returned only on request, and can be regenerated', async () => {
  const { id } = await fixture.webhook()
  const shown = (await fixture.call('GET', `/webhooks/${id}/secret`)).body as { secret: string }
  expect(Buffer.from(shown.secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
  const { rows } = await fixture.pool.query('select * from webhook')
  expect(JSON.stringify(rows)).not.toContain('whsec_')
  const made = (await fixture.call('POST', `/webhooks/${id}/secret/regenerate`)).body as { secret: string }
  expect(made.secret).not.toBe(shown.secret)
  expect((await fixture.call('GET', `/webhooks/${id}/secret`)).body).toEqual(made)
})

test('a secret that another PARLEY_SECRET encrypted is not shown, and can be regenerated', async () => {
  const { id } = await fixture.webhook()
  const sealed = createSecrets(new TextEncoder().encode('another secret of 32 characters!')).seal(
    'whsec_',
    `webhook.secret:${id}`,
  )
  await fixture.pool.query('update webhook set secret = $2 where id = $1', [id, sealed])
  expect(await fixture.call('GET', `/webhooks/${id}/secret`)).toMatchObject({
    status: 409,
    body: { code: 'webhook_secret_unreadable' },
  })
  await fixture.call('POST', `/webhooks/${id}/secret/regenerate`)
  expect(await fixture.call('GET', `/webhooks/${id}/secret`)).toMatchObject({ status: 200 })
})

test('a test event is sent to its webhook only, whatever it subscribes to', async () => {
  const { id } = await fixture.webhook(['conversation.ended'])
  await fixture.webhook(['conversation.ended'])
  const answer = await fixture.call('POST', `/webhooks/${id}/test`)
  expect(answer).toMatchObject({
    status: 202,
    body: { webhook_id: id, type: 'webhook.test', state: 'waiting' },
  })
  await fixture.deliverDue()
  expect(fixture.sent).toHaveLength(1)
  expect(fixture.sent[0]).toMatchObject({ type: 'webhook.test', json: { data: { webhook_id: id } } })
})

test('trouble starts with the first failure after a success, counts failures, and ends with a success', async () => {
  const { id } = await fixture.webhook()
  const trouble = async () => ((await fixture.call('GET', `/webhooks/${id}`)).body as Webhook).trouble
  await fixture.customer()
  await fixture.deliverDue()
  expect(await trouble()).toBeNull()
  fixture.answer({ outcome: 'timeout', status: null, failure: { code: 'answer_late', detail: null } })
  await fixture.customer()
  await fixture.deliverDue()
  const first = await trouble()
  expect(first).toMatchObject({
    failures: 1,
    last_status: null,
    last_error: 'The receiver did not respond within 10 seconds.',
    last_failure: { code: 'answer_late', detail: null },
  })
  fixture.answer(410)
  fixture.turn(11 * minutes)
  await fixture.deliverDue()
  expect(await trouble()).toMatchObject({
    since: first?.since,
    failures: 2,
    last_status: 410,
    last_error: null,
    last_failure: null,
  })
  fixture.answer(200)
  fixture.turn(11 * minutes)
  await fixture.deliverDue()
  expect(await trouble()).toBeNull()
  fixture.answer(500)
  await fixture.customer()
  await fixture.deliverDue()
  expect(await trouble()).toMatchObject({ failures: 1, last_status: 500 })
})

test('the log can be filtered by webhook, state, type, event and time, newest first with paging', async () => {
  const { id } = await fixture.webhook(['customer.created', 'conversation.started'])
  const other = await fixture.webhook(['customer.created'])
  await fixture.customer()
  await fixture.deliverDue()
  fixture.turn(1000)
  fixture.answer(500)
  await fixture.customer()
  await fixture.claim(1)
  const everything = await fixture.deliveries()
  expect(everything).toHaveLength(6)
  const times = everything.map(({ created_at: at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
  const ids = async (query: string) => (await fixture.deliveries(query)).map((delivery) => delivery.id)
  const where = (fits: (delivery: Delivery) => boolean) =>
    everything.filter(fits).map((delivery) => delivery.id)
  expect(await ids(`?webhook_id=${other.id}`)).toEqual(where((one) => one.webhook_id === other.id))
  expect(await ids(`?webhook_id=${newId()}`)).toEqual([])
  expect(await ids('?state=delivered')).toHaveLength(3)
  expect(await ids('?state=waiting')).toEqual(where((one) => one.state === 'waiting'))
  expect(await ids('?state=waiting')).toHaveLength(2)
  expect(await ids('?state=sending')).toHaveLength(1)
  expect(await ids('?state=failed')).toEqual([])
  expect(await ids(`?webhook_id=${id}&type=conversation.started`)).toHaveLength(2)
  const [newest] = everything
  expect(await ids(`?event_id=${newest?.event_id}`)).toContain(newest?.id)
  const since = encodeURIComponent(newest?.created_at ?? '')
  expect(await ids(`?from=${since}`)).toEqual(where((one) => one.created_at >= (newest?.created_at ?? '')))
  expect(await ids(`?to=${since}`)).toHaveLength(6)
  const seen: string[] = []
  let cursor = ''
  do {
    const page = (await fixture.call('GET', `/deliveries?max=2${cursor}`)).body as {
      data: Delivery[]
      pager: { next: string | null }
    }
    seen.push(...page.data.map((delivery) => delivery.id))
    cursor = page.pager.next === null ? '' : `&cursor=${page.pager.next}`
  } while (cursor !== '')
  expect(seen).toEqual(everything.map((delivery) => delivery.id))
})
