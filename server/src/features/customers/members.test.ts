import type { Customer } from '@parley/protocol/customer'
import type { LogEntry } from '@parley/protocol/event'
import type { MessageSent } from '@parley/protocol/message'
import type { ConnectResult } from '@parley/protocol/session'
import type { Entries } from '@parley/protocol/timeline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { type TestKey } from '../../testing/test-key.ts'
import {
  connectMember,
  reauthenticate,
  secretKeyOf,
  signToken,
  tokenClaims,
} from '../../testing/test-member.ts'
import {
  connectAgent,
  connectVisitor,
  foundOrganization,
  inviteAgent,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/test-service.ts'
import type { TestSocket } from '../../testing/test-socket.ts'

let service: TestService
let shop: TestOrganization
let secretKey: string
let agent: TestSocket
let now = Date.now()
let users = 0

beforeAll(async () => {
  service = await startTestService({ clock: () => now })
  shop = await foundOrganization(service, 'Shop')
  secretKey = await secretKeyOf(service, shop)
  agent = await connectAgent(service, shop.id, shop.cookie)
})
afterAll(async () => {
  await agent.leave()
  await service.stop()
})

const newUid = () => `user-${++users}`
const sign = (jkt: string, claims: Record<string, unknown>) =>
  signToken(secretKey, tokenClaims({ providerId: shop.providerId, jkt, now }, claims))
const login = (claims: Record<string, unknown>, options: { key?: TestKey; params?: object } = {}) =>
  connectMember(service, shop.providerId, (jkt) => sign(jkt, claims), options)
/** A later sign-in: another token, from another browser. */
async function loginAgain(claims: Record<string, unknown>): Promise<ConnectResult> {
  now += 2_000
  const { socket, connected } = await login(claims)
  await socket.leave()
  return connected
}
const say = (socket: TestSocket, content = 'Hello') =>
  socket.request<MessageSent>('message.send', { client_id: newId(), content })
const customerPath = (id: string) => `/v1/organizations/${shop.id}/customers/${id}`
const customerOf = async (id: string) =>
  (await service.call('GET', customerPath(id), { cookie: shop.cookie })).body as Customer
const change = (id: string, body: object) =>
  service.call('PATCH', customerPath(id), { cookie: shop.cookie, body })
async function logOf(customerId: string): Promise<LogEntry[]> {
  const { entries } = await agent.request<Entries>('log.read', { customer_id: customerId, after: 0 })
  return entries
}
const updatesOf = async (customerId: string) =>
  (await logOf(customerId)).flatMap((entry) =>
    entry.type === 'customer.updated' ? [entry.data.changes] : [],
  )

describe('the row of a custom member (spec 2.1, 2.8)', () => {
  test('[M7] is not there before the first message, whatever was opened, renewed and asked', async () => {
    const uid = newUid()
    const { socket, key } = await login({ uid, name: 'Mara Berg' })
    await reauthenticate(socket, key, await sign(key.jkt, { uid }))
    await socket.request('customer.language', { language: 'tr' })
    const list = `/v1/organizations/${shop.id}/customers?q=${uid}`
    expect((await service.call('GET', list, { cookie: shop.cookie })).body['data']).toEqual([])
    await say(socket)
    expect((await service.call('GET', list, { cookie: shop.cookie })).body['data']).toHaveLength(1)
    await socket.leave()
  })

  test('is made of the token’s claims, and customer.created says so', async () => {
    const uid = newUid()
    const { socket } = await login({
      uid,
      name: 'Mara van der Berg',
      email: 'mara@shop.test',
      avatar: 'https://shop.test/mara.png',
      language: 'tr',
    })
    const { customer_id: id } = await say(socket)
    const customer = await customerOf(id)
    expect(customer).toMatchObject({
      external_id: uid,
      first_name: 'Mara',
      last_name: 'van der Berg',
      username: null,
      email: 'mara@shop.test',
      email_verified: null,
      avatar_url: 'https://shop.test/mara.png',
      language: 'tr',
      auth_provider: 'custom',
    })
    const [created] = await logOf(id)
    expect(created?.type).toBe('customer.created')
    expect(created?.data).toEqual({
      id,
      provider_id: shop.providerId,
      external_id: uid,
      first_name: 'Mara',
      last_name: 'van der Berg',
      username: null,
      email: 'mara@shop.test',
      phone: null,
      language: 'tr',
      country_code: customer.country_code,
      auth_provider: 'custom',
      created_at: customer.created_at,
    })
    await socket.leave()
  })

  test('[M7] is another one for the same e-mail with another uid, and for a visitor of the same browser', async () => {
    const email = 'same@shop.test'
    const visitor = await connectVisitor(service, shop.providerId)
    const { customer_id: anonymous } = await say(visitor.socket)
    await change(anonymous, { email })
    const one = await login({ uid: newUid(), email }, { key: visitor.key })
    const two = await login({ uid: newUid(), email }, { key: visitor.key })
    const ids = [anonymous, (await say(one.socket)).customer_id, (await say(two.socket)).customer_id]
    expect(new Set(ids).size).toBe(3)
    await Promise.all([visitor, one, two].map(({ socket }) => socket.leave()))
  })

  test('a uid may hold whatever text can hold, and is found again by it', async () => {
    for (const odd of [
      'a"b',
      'back\\slash\\',
      '{curly},comma',
      "o'neil",
      'NULL',
      ' spaced ',
      'İş 👋',
      '%_',
    ]) {
      const uid = `${odd}${newUid()}`
      const { socket } = await login({ uid })
      const { customer_id: id } = await say(socket)
      expect([uid, (await customerOf(id)).external_id]).toEqual([uid, uid])
      expect([uid, (await loginAgain({ uid })).customer_id]).toEqual([uid, id])
      await socket.leave()
    }
  })

  test('a uid that looks like another identity is a uid', async () => {
    const visitor = await connectVisitor(service, shop.providerId)
    const { customer_id: anonymous } = await say(visitor.socket)
    const posing = await login({ uid: `visitor:${visitor.key.jkt}` })
    expect(posing.connected.customer_id).toBeNull()
    expect((await say(posing.socket)).customer_id).not.toBe(anonymous)
    await Promise.all([visitor.socket.leave(), posing.socket.leave()])
  })
})

describe('[M8] later logins', () => {
  test('that say the same, or less, change nothing and emit nothing', async () => {
    const uid = newUid()
    const { socket } = await login({ uid, name: 'Mara Berg', email: 'mara@shop.test', language: 'de' })
    const { customer_id: id } = await say(socket)
    const before = await logOf(id)
    await loginAgain({ uid, name: 'Mara Berg', email: 'mara@shop.test', language: 'de' })
    await loginAgain({ uid })
    const connected = await loginAgain({ uid, name: null, email: '', avatar: 'nonsense' })
    expect(await logOf(id)).toEqual(before)
    expect(connected.member).toMatchObject({ name: 'Mara Berg', email: 'mara@shop.test' })
    expect(connected.language).toBe('de')
    await socket.leave()
  })

  test('emit exactly what differs of the allowed keys', async () => {
    const uid = newUid()
    const { socket } = await login({ uid, name: 'Mara Berg' })
    const { customer_id: id } = await say(socket)
    await loginAgain({ uid, name: 'Mara Stein' })
    await loginAgain({ uid, name: 'Mara Stein', email: 'mara@shop.test' })
    await loginAgain({ uid, name: 'Cher', email: 'mara@shop.test' })
    expect(await updatesOf(id)).toEqual([
      { last_name: 'Stein' },
      { email: 'mara@shop.test' },
      { first_name: 'Cher', last_name: null },
    ])
    await socket.leave()
  })

  test('keep avatar and language in the row without an event', async () => {
    const uid = newUid()
    const { socket } = await login({ uid })
    const { customer_id: id } = await say(socket)
    await loginAgain({ uid, avatar: 'https://shop.test/new.png', language: 'ar' })
    expect(await customerOf(id)).toMatchObject({ avatar_url: 'https://shop.test/new.png', language: 'ar' })
    expect(await updatesOf(id)).toEqual([])
    await socket.leave()
  })

  test('leave blocked blocked and the dedicated agent dedicated', async () => {
    const uid = newUid()
    const { socket } = await login({ uid })
    const { customer_id: id } = await say(socket)
    const colleague = await inviteAgent(service, shop, 'Colleague')
    await change(id, { is_blocked: true, private_agent_id: colleague.agentId })
    const connected = await loginAgain({ uid, name: 'Mara' })
    expect(connected.blocked).toBe(true)
    expect(await customerOf(id)).toMatchObject({
      is_blocked: true,
      private_agent_id: colleague.agentId,
      first_name: 'Mara',
    })
    const send = { client_id: newId(), content: 'Hello?' }
    expect((await socket.refused('message.send', send)).code).toBe('customer_blocked')
    await change(id, { is_blocked: false })
    await socket.request('message.send', send)
    await socket.leave()
  })

  test('with an older token, still valid in another browser, do not undo a newer one', async () => {
    const older = { uid: newUid(), email: 'old@shop.test', language: 'de', iat: Math.floor(now / 1000) - 60 }
    const { socket } = await login(older)
    const { customer_id: id } = await say(socket)
    await loginAgain({ ...older, iat: undefined, email: 'new@shop.test' })
    expect((await loginAgain(older)).member?.email).toBe('new@shop.test')
    expect(await updatesOf(id)).toEqual([{ email: 'new@shop.test' }])
    await socket.leave()
  })

  test('at once from two browsers write it once', async () => {
    const uid = newUid()
    const { socket } = await login({ uid, name: 'Mara Berg' })
    const { customer_id: id } = await say(socket)
    await Promise.all([1, 2, 3, 4].map(() => loginAgain({ uid, name: 'Mara Stein' })))
    expect(await updatesOf(id)).toEqual([{ last_name: 'Stein' }])
    await socket.leave()
  })
})

describe('[M15] the language', () => {
  const languageOf = async (socket: TestSocket) =>
    (await customerOf((await say(socket)).customer_id)).language

  test('is the browser’s while nobody said one, and then is not known', async () => {
    const { socket, connected } = await login({ uid: newUid() })
    expect(connected.language).toBeNull()
    expect(await languageOf(socket)).toBe('fr')
    await socket.leave()
  })

  test('is the token’s, which skips the sheet', async () => {
    const { socket, connected } = await login({ uid: newUid(), language: 'tr' })
    expect(connected.language).toBe('tr')
    expect(await languageOf(socket)).toBe('tr')
    await socket.leave()
  })

  test('is the sheet’s answer, kept for the row that comes later, and remembered by it', async () => {
    const uid = newUid()
    const { socket } = await login({ uid })
    expect(await socket.request('customer.language', { language: 'ar' })).toEqual({})
    expect(await languageOf(socket)).toBe('ar')
    expect((await loginAgain({ uid })).language).toBe('ar')
    await socket.leave()
  })

  test('is what the browser remembers of the sheet, unless the row knows better', async () => {
    const uid = newUid()
    const { socket, connected } = await login({ uid }, { params: { chosen_language: 'es' } })
    expect(connected.language).toBe('es')
    expect(await languageOf(socket)).toBe('es')
    const elsewhere = await login({ uid }, { params: { chosen_language: 'de' } })
    expect(elsewhere.connected.language).toBe('es')
    await Promise.all([socket.leave(), elsewhere.socket.leave()])
  })

  test('is changed for a visitor’s row that is there already', async () => {
    const { socket, key, connected } = await connectVisitor(service, shop.providerId)
    expect(connected.language).toBeNull()
    const { customer_id: id } = await say(socket)
    await socket.request('customer.language', { language: 'tr' })
    expect((await customerOf(id)).language).toBe('tr')
    const again = await connectVisitor(service, shop.providerId, { key })
    expect(again.connected.language).toBe('tr')
    await Promise.all([socket.leave(), again.socket.leave()])
  })
})
