import type { Customer } from '@parley/protocol/customer'
import type {
  CustomerContextChanged,
  Visit,
  VisitPageParams,
  VisitorContext,
} from '@parley/protocol/visitor-context'
import { describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { connectVisitor, foundOrganization, inviteAgent } from '../../testing/test-service.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'
import type { TestSocket } from '../../testing/test-socket.ts'

let now = Date.now()
const shop = useShop({ clock: () => now })
const root = () => `/v1/organizations/${shop.organization.id}`

const desktop = 'Mozilla/5.0 (X11; Linux x86_64; rv:155.0) Gecko/20100101 Firefox/155.0'
const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36'
const page = (path: string, more: Partial<VisitPageParams> = {}): VisitPageParams => ({
  url: `https://shop.test${path}`,
  title: `Title of ${path}`,
  user_agent: desktop,
  time_zone: 'Europe/Istanbul',
  language: 'tr-TR',
  ...more,
})
const view = (socket: TestSocket, path: string, more: Partial<VisitPageParams> = {}) =>
  socket.request('visit.page', page(path, more))

async function visitOf(customerId: string, cookie = shop.organization.cookie): Promise<Visit | null> {
  const answer = await shop.service.call('GET', `${root()}/customers/${customerId}/context`, { cookie })
  expect(answer.status).toBe(200)
  return (answer.body as VisitorContext).visit
}
const pathsOf = async (customerId: string) =>
  (await visitOf(customerId))?.pages.map(({ url }) => new URL(url).pathname)

const customerOf = async (customerId: string): Promise<Customer> =>
  (await shop.service.call('GET', `${root()}/customers/${customerId}`, { cookie: shop.organization.cookie }))
    .body

const collect = async (on: boolean) =>
  expect(
    (
      await shop.service.call('PATCH', `${root()}/providers/${shop.organization.providerId}`, {
        cookie: shop.organization.cookie,
        body: { visitor_context: on },
      })
    ).body,
  ).toMatchObject({ visitor_context: on })

describe('nothing is collected', () => {
  test('[X1] about a visitor who has not written', async () => {
    const { socket, connected } = await connectVisitor(shop.service, shop.organization.providerId)
    expect(connected.context).toBe(true)
    expect((await socket.refused('visit.page', page('/'))).code).toBe('not_found')
    expect((await socket.refused('customer.attributes', { attributes: { plan: 'pro' } })).code).toBe(
      'not_found',
    )
    await socket.leave()
  })

  test.each([{ 'sec-gpc': '1' }, { dnt: '1' }])('[X1] with %o', async (headers) => {
    const visitor = await connectVisitor(shop.service, shop.organization.providerId, { socket: { headers } })
    expect(visitor.connected.context).toBe(false)
    const { customer_id: customerId } = await sendText(visitor.socket, 'Hello')
    expect(await view(visitor.socket, '/secret')).toEqual({})
    expect(await visitOf(customerId)).toBe(null)
    await visitor.socket.leave()
  })

  test('[X1] once an admin has turned it off, and what there is is hidden', async () => {
    const { socket, customerId } = await visitorWhoWrote(shop)
    await view(socket, '/before')
    await collect(false)
    expect(await visitOf(customerId)).toBe(null)
    await view(socket, '/after')
    const later = await connectVisitor(shop.service, shop.organization.providerId)
    expect(later.connected.context).toBe(false)
    await collect(true)
    expect(await pathsOf(customerId)).toEqual(['/before'])
    await Promise.all([socket.leave(), later.socket.leave()])
  })

  test('[X2] of a page of another site, or of no site', async () => {
    const { socket, customerId } = await visitorWhoWrote(shop)
    for (const url of ['https://evil.test/', 'http://shop.test/', 'javascript:alert(1)', 'nonsense'])
      expect(await view(socket, '', { url })).toEqual({})
    expect(await visitOf(customerId)).toBe(null)
    await socket.leave()
  })

  test('[X1] of a blocked customer', async () => {
    const { socket, customerId } = await visitorWhoWrote(shop)
    const body = { is_blocked: true }
    await shop.service.call('PATCH', `${root()}/customers/${customerId}`, {
      cookie: shop.organization.cookie,
      body,
    })
    await view(socket, '/blocked')
    await socket.request('customer.attributes', { attributes: { plan: 'pro' } })
    expect(await visitOf(customerId)).toBe(null)
    expect((await customerOf(customerId)).attributes.stated).toEqual({})
    await socket.leave()
  })
})

describe('a visit', () => {
  test('[X2] has page, referrer, browser, device, language and time zone, without secrets', async () => {
    const { socket, customerId } = await visitorWhoWrote(shop)
    await view(socket, '/cart?token=hunter2&utm_source=mail#pay', {
      title: ' Your \u0000 cart\n',
      referrer: 'https://search.test/find?q=private',
    })
    const visit = await visitOf(customerId)
    expect(visit).toEqual({
      started_at: expect.any(String),
      last_at: expect.any(String),
      referrer: 'https://search.test/find',
      browser: 'Firefox 155',
      system: 'Linux',
      device: 'desktop',
      language: 'tr-TR',
      time_zone: 'Europe/Istanbul',
      pages: [
        { url: 'https://shop.test/cart?utm_source=mail', title: 'Your cart', viewed_at: expect.any(String) },
      ],
    })
    await socket.leave()
  })

  test('[X2] has no referrer of its own site, and no invented time zone', async () => {
    const { socket, customerId } = await visitorWhoWrote(shop)
    await view(socket, '/', { referrer: 'https://shop.test/start', time_zone: 'Mars/Olympus' })
    expect(await visitOf(customerId)).toMatchObject({ referrer: null, time_zone: null })
    await socket.leave()
  })

  test('[X3] lists its pages, newest first, a reloaded one once, at most 50', async () => {
    const { socket, customerId } = await visitorWhoWrote(shop)
    for (const path of ['/a', '/b', '/b', '/a']) await view(socket, path)
    await view(socket, '/a', { title: 'Loaded' })
    expect(await pathsOf(customerId)).toEqual(['/a', '/b', '/a'])
    expect((await visitOf(customerId))?.pages[0]?.title).toBe('Loaded')
    for (let number = 1; number <= 60; number++) {
      now += 2000
      await view(socket, `/${number}`)
    }
    const paths = await pathsOf(customerId)
    expect(paths).toHaveLength(50)
    expect(paths?.[0]).toBe('/60')
    await socket.leave()
  })

  test('[X3] ends with a pause of 30 minutes, or on another device', async () => {
    const { socket, customerId } = await visitorWhoWrote(shop)
    await view(socket, '/one', { referrer: 'https://search.test/' })
    now += 29 * 60_000
    await view(socket, '/two')
    expect(await pathsOf(customerId)).toEqual(['/two', '/one'])
    expect((await visitOf(customerId))?.referrer).toBe('https://search.test/')
    now += 31 * 60_000
    await view(socket, '/three')
    expect(await visitOf(customerId)).toMatchObject({ referrer: null, pages: [{ title: 'Title of /three' }] })
    expect(await pathsOf(customerId)).toEqual(['/three'])
    await view(socket, '/four', { user_agent: phone })
    expect(await pathsOf(customerId)).toEqual(['/four'])
    expect(await visitOf(customerId)).toMatchObject({ device: 'phone', system: 'Android' })
    await socket.leave()
  })

  test('[X3] is limited: 30 pages at once, then one every 2 s', async () => {
    const { socket, customerId } = await visitorWhoWrote(shop)
    for (let number = 1; number <= 30; number++) await view(socket, `/${number}`)
    expect((await socket.refused('visit.page', page('/31'))).code).toBe('rate_limited')
    now += 2000
    await view(socket, '/32')
    expect((await pathsOf(customerId))?.slice(0, 2)).toEqual(['/32', '/30'])
    await socket.leave()
  })

  test('[X3] is deleted after 30 days, and with the customer', async () => {
    const { socket, customerId } = await visitorWhoWrote(shop)
    const other = await visitorWhoWrote(shop)
    await view(socket, '/old')
    await view(other.socket, '/new')
    const age = (id: string, days: number) =>
      shop.database.query(
        `update visit set last_at = last_at - $2 * interval '1 day' where customer_id = $1`,
        [id, days],
      )
    await age(customerId, 31)
    await age(other.customerId, 29)
    await shop.service.app.visitorContext.sweep()
    expect(await visitOf(customerId)).toBe(null)
    expect(await visitOf(other.customerId)).not.toBe(null)
    const { rows } = await shop.database.query(
      `select confdeltype from pg_constraint where conrelid in ('visit'::regclass, 'customer_attributes'::regclass)
        and confrelid = 'customer'::regclass`,
    )
    expect(rows).toEqual([{ confdeltype: 'c' }, { confdeltype: 'c' }])
    await Promise.all([socket.leave(), other.socket.leave()])
  })
})

test('[X3] a visit is deleted by the next job once its widget no longer collects it', async () => {
  const { socket, customerId } = await visitorWhoWrote(shop)
  await view(socket, '/before')
  await collect(false)
  await shop.service.app.visitorContext.sweep()
  await collect(true)
  expect(await visitOf(customerId)).toBe(null)
  await socket.leave()
})

describe('only agents of the organization', () => {
  test('[X4] who follow the customer are told, and nobody reads it in the log', async () => {
    const { socket, customerId } = await visitorWhoWrote(shop)
    const other = await visitorWhoWrote(shop)
    await shop.agent.request('customer.follow', { customer_id: customerId })
    await view(other.socket, '/elsewhere')
    await view(socket, '/marker-of-a-page')
    await socket.request('customer.attributes', { attributes: { marker: 'of-an-attribute' } })
    const told = [
      await shop.agent.next<CustomerContextChanged>('customer.context'),
      await shop.agent.next<CustomerContextChanged>('customer.context'),
    ]
    expect(told).toEqual([
      { customer_id: customerId, what: 'visit' },
      { customer_id: customerId, what: 'attributes' },
    ])
    for (const reader of [socket, other.socket]) {
      await reader.request('ping')
      expect(reader.notifications.map(({ method }) => method)).not.toContain('customer.context')
    }
    const { rows } = await shop.database.query('select data::text from event_log')
    expect(JSON.stringify(rows)).not.toMatch(/marker-of-a-page|of-an-attribute/)
    await shop.agent.request('customer.unfollow', { customer_id: customerId })
    await Promise.all([socket.leave(), other.socket.leave()])
  })

  test('[X4] and not those of another one, nor API keys, read a visit', async () => {
    const { socket, customerId } = await visitorWhoWrote(shop)
    const theirs = await foundOrganization(shop.service, 'Theirs')
    const path = `${root()}/customers/${customerId}/context`
    expect((await shop.service.call('GET', path, { cookie: theirs.cookie })).status).toBe(404)
    expect((await shop.service.call('GET', path)).status).toBe(401)
    const plain = await inviteAgent(shop.service, shop.organization, 'Plain agent')
    expect((await shop.service.call('GET', path, { cookie: plain.cookie })).status).toBe(200)
    const unknown = await shop.service.call('GET', `${root()}/customers/${newId()}/context`, {
      cookie: shop.organization.cookie,
    })
    expect(unknown.status).toBe(404)
    await socket.leave()
  })
})
