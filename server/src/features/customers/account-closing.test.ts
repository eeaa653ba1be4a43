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

describe('[M13] logout', () => {
  test('answers the visitor’s own history, and ends the member in the browser’s other tabs alone', async () => {
    const visitor = await connectVisitor(service, shop.providerId)
    await say(visitor.socket, 'As a visitor')
    const uid = newUid()
    const [here, otherTab, otherBrowser] = [
      await login({ uid }, { key: visitor.key }),
      await login({ uid }, { key: visitor.key }),
      await login({ uid }),
    ]
    await say(here.socket, 'As a member')
    const out = await here.socket.request<ConnectResult>('session.logout')
    expect(out).toMatchObject({ member: null, start: { messages: [{ content: 'As a visitor' }] } })
    expect((await otherTab.socket.closed).code).toBe(4440)
    await otherBrowser.socket.request('ping')
    await visitor.socket.request('ping')
    expect(await here.socket.request('session.logout')).toMatchObject({ member: null })
    await Promise.all([visitor, here, otherBrowser].map(({ socket }) => socket.leave()))
  })
})

describe('[M14] closing the account', () => {
  test('is not a visitor’s to do', async () => {
    const { socket } = await connectVisitor(service, shop.providerId)
    await say(socket)
    expect((await socket.refused('account.close')).code).toBe('member_only')
    await socket.leave()
  })

  test('signs out everywhere, deactivates, and tells the organization', async () => {
    const uid = newUid()
    const [here, elsewhere] = [await login({ uid }), await login({ uid })]
    const { customer_id: id } = await say(here.socket)
    now += 1_000
    expect(await here.socket.request('account.close')).toMatchObject({ member: null, customer_id: null })
    expect((await elsewhere.socket.closed).code).toBe(4440)
    const { deactivated_at: at } = await customerOf(id)
    expect(Date.parse(at ?? '')).toBe(now)
    expect(await updatesOf(id)).toEqual([{ deactivated_at: at }])
    // The socket is the visitor's, who may write.
    expect((await say(here.socket)).customer_id).not.toBe(id)
    await here.socket.leave()
  })

  test('is not undone by a token from before it; a later sign-in opens the account again', async () => {
    const uid = newUid()
    const { socket, key, token } = await login({ uid, name: 'Mara' })
    const { customer_id: id } = await say(socket, 'Before')
    await change(id, { first_name: 'Mara' })
    now += 1_000
    await socket.request('account.close')
    await expect(reauthenticate(socket, key, token)).rejects.toThrow('account_closed')
    await expect(login({ uid, iat: undefined, exp: Math.floor(now / 1000) + 3500 })).rejects.toThrow(
      'account_closed',
    )
    expect((await customerOf(id)).deactivated_at).not.toBeNull()

    const back = await loginAgain({ uid, name: 'Mara' })
    expect(back).toMatchObject({ customer_id: id, blocked: false })
    expect(await customerOf(id)).toMatchObject({ deactivated_at: null })
    expect((await updatesOf(id)).at(-1)).toEqual({ deactivated_at: null })
    await socket.leave()
  })

  test('is not undone by the token that closed it, from a server whose clock is ahead', async () => {
    const ahead = { uid: newUid(), iat: Math.floor(now / 1000) + 120 }
    const { socket, key, token } = await login(ahead)
    await say(socket)
    now += 1_000
    await socket.request('account.close')
    await expect(reauthenticate(socket, key, token)).rejects.toThrow('account_closed')
    now += 120_000
    expect((await loginAgain({ uid: ahead.uid })).member).not.toBeNull()
    await socket.leave()
  })

  test('is undone by a later sign-in that is older than the profile, which stays', async () => {
    const uid = newUid()
    const { socket } = await login({ uid, name: 'Mara' })
    const { customer_id: id } = await say(socket)
    await loginAgain({ uid, name: 'Maria', iat: Math.floor(now / 1000) + 120 })
    await socket.request('account.close')
    await loginAgain({ uid, name: 'Mara' })
    expect(await customerOf(id)).toMatchObject({ first_name: 'Maria', deactivated_at: null })
    await socket.leave()
  })

  test('a blocked member who closes and comes back is blocked still', async () => {
    const uid = newUid()
    const { socket } = await login({ uid })
    const { customer_id: id } = await say(socket)
    await change(id, { is_blocked: true })
    now += 1_000
    await socket.request('account.close')
    expect((await loginAgain({ uid })).blocked).toBe(true)
    await socket.leave()
  })

  test('before the first message there is nothing to close, and one is signed out', async () => {
    const { socket } = await login({ uid: newUid() })
    expect(await socket.request('account.close')).toMatchObject({ member: null, customer_id: null })
    await socket.leave()
  })
})
