import type { NewApiKey } from '@parley/protocol/api-key'
import type { Customer } from '@parley/protocol/customer'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  connectMember,
  reauthenticate,
  secretKeyOf,
  signToken,
  tokenClaims,
} from '../../testing/test-member.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

let now = Date.now()
const shop = useShop({ clock: () => now })
const root = () => `/v1/organizations/${shop.organization.id}`

const customerOf = async (customerId: string): Promise<Customer> =>
  (await shop.service.call('GET', `${root()}/customers/${customerId}`, { cookie: shop.organization.cookie }))
    .body

describe('attributes', () => {
  let visitor: Awaited<ReturnType<typeof visitorWhoWrote>>
  beforeEach(async () => {
    visitor = await visitorWhoWrote(shop)
  })
  afterEach(() => visitor.socket.leave())
  const state = (attributes: object) => visitor.socket.request('customer.attributes', { attributes })

  test('[X5] that are too many, too long, nested or named oddly are refused as a whole', async () => {
    const tooMany = Object.fromEntries(Array.from({ length: 21 }, (_, number) => [`key${number}`, 1]))
    for (const attributes of [
      tooMany,
      { ['k'.repeat(41)]: 1 },
      { plan: 'x'.repeat(201) },
      { plan: 'a\u0000b' },
      { plan: null },
      { plan: { name: 'pro' } },
      { plan: ['pro'] },
      { 'with space': 1 },
      { __proto__: 1, '1st': 1 },
      [],
    ])
      expect((await visitor.socket.refused('customer.attributes', { attributes })).code).toBe(
        'invalid_request',
      )
    expect((await customerOf(visitor.customerId)).attributes).toEqual({ stated: {}, confirmed: {} })
  })

  test('[X5] stated by a page replace those stated before', async () => {
    await state({ plan: 'pro', orders: 3, vip: true, half: '\ud800' })
    expect((await customerOf(visitor.customerId)).attributes).toEqual({
      stated: { plan: 'pro', orders: 3, vip: true, half: '\ufffd' },
      confirmed: {},
    })
    await state({ plan: 'free' })
    expect((await customerOf(visitor.customerId)).attributes.stated).toEqual({ plan: 'free' })
    await state({})
    expect((await customerOf(visitor.customerId)).attributes.stated).toEqual({})
  })

  test('[X5] are limited: ten changes at once', async () => {
    for (let number = 1; number <= 10; number++) await state({ number })
    expect((await visitor.socket.refused('customer.attributes', { attributes: {} })).code).toBe(
      'rate_limited',
    )
  })

  test('are read with an API key of the scope customers:read', async () => {
    await state({ plan: 'pro' })
    const made = await shop.service.call('POST', `${root()}/api-keys`, {
      cookie: shop.organization.cookie,
      body: { name: 'Reader', scopes: ['customers:read'] },
    })
    const authorization = `Bearer ${(made.body as NewApiKey).key}`
    const url = `${root()}/customers/${visitor.customerId}`
    const answer = await shop.service.app.http.inject({ url, headers: { authorization } })
    expect(answer.json()).toMatchObject({
      channel: 'widget',
      attributes: { stated: { plan: 'pro' }, confirmed: {} },
    })
    expect(
      (await shop.service.app.http.inject({ url: `${url}/context`, headers: { authorization } })).statusCode,
    ).toBe(403)
  })
})

describe('attributes in a socket token', () => {
  async function memberWith(uid: string, claims: object) {
    const secret = await secretKeyOf(shop.service, shop.organization)
    const providerId = shop.organization.providerId
    const sign = (more: object) => (jkt: string) =>
      signToken(secret, tokenClaims({ providerId, jkt, now }, { uid, ...more }))
    const member = await connectMember(shop.service, providerId, sign(claims))
    return { ...member, sign }
  }
  const confirmed = (customerId: string) => async () => (await customerOf(customerId)).attributes.confirmed

  test('[X6] are saved once the member has a row, apart from those of the page', async () => {
    const { socket } = await memberWith('m1', { attributes: { plan: 'pro' } })
    const { customer_id: customerId } = await sendText(socket, 'Hello')
    await expect.poll(confirmed(customerId)).toEqual({ plan: 'pro' })
    await socket.request('customer.attributes', { attributes: { plan: 'forged' } })
    expect((await customerOf(customerId)).attributes).toEqual({
      stated: { plan: 'forged' },
      confirmed: { plan: 'pro' },
    })
    await socket.leave()
  })

  test('[X6] are committed with the member’s first message, so that rules for it see them', async () => {
    const { socket } = await memberWith('m4', { attributes: { plan: 'pro' } })
    const { customer_id: customerId } = await sendText(socket, 'Hello')
    const { rows } = await shop.database.query(
      `select a.confirmed from customer_attributes a join event_log e on e.customer_id = a.customer_id
       where a.customer_id = $1 and e.type = 'message.created' and a.xmin = e.xmin`,
      [customerId],
    )
    expect(rows).toEqual([{ confirmed: { plan: 'pro' } }])
    await socket.leave()
  })

  test('[X6] are replaced by those of a newer token, kept by one without, and not taken back by an older one', async () => {
    const { socket, key, sign } = await memberWith('m2', { attributes: { plan: 'pro' } })
    const { customer_id: customerId } = await sendText(socket, 'Hello')
    const older = await sign({ attributes: { plan: 'older' } })(key.jkt)
    now += 5000
    await reauthenticate(socket, key, await sign({ attributes: { plan: 'free', seats: 2 } })(key.jkt))
    await expect.poll(confirmed(customerId)).toEqual({ plan: 'free', seats: 2 })
    await reauthenticate(socket, key, older)
    await reauthenticate(socket, key, await sign({})(key.jkt))
    now += 5000
    await reauthenticate(socket, key, await sign({ attributes: { last: true } })(key.jkt))
    await expect.poll(confirmed(customerId)).toEqual({ last: true })
    await socket.leave()
  })

  test('[M6] that are invalid do not fail the login and are named', async () => {
    const { socket, connected } = await memberWith('m3', {
      attributes: { plan: { nested: true } },
      name: 'Jane',
    })
    expect(connected.member).toMatchObject({
      name: 'Jane',
      ignored_claims: ['attributes'],
    })
    await socket.leave()
  })
})
