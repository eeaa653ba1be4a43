import type { MessageSent } from '@parley/protocol/message'
import type { ProviderSecret } from '@parley/protocol/provider'
import type { ConnectResult } from '@parley/protocol/session'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { openSocialScene } from '../../testing/social-scene.ts'
import type { TestKey } from '../../testing/test-key.ts'
import {
  connectMember,
  reauthenticate,
  secretKeyOf,
  signToken,
  tokenClaims,
} from '../../testing/test-member.ts'
import {
  connectVisitor,
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/test-service.ts'

let service: TestService
let database: pg.Client
let shop: TestOrganization
let secretKey: string
let now = Date.now()
let users = 0

beforeAll(async () => {
  service = await startTestService({ clock: () => now })
  database = new pg.Client({ connectionString: service.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await service.stop()
})
beforeEach(async () => {
  shop = await foundOrganization(service, 'Shop')
  secretKey = await secretKeyOf(service, shop)
})

const newUid = () => `user-${++users}`
const sign = (jkt: string, claims: Record<string, unknown>, at = shop, by = secretKey) =>
  signToken(by, tokenClaims({ providerId: at.providerId, jkt, now }, claims))
const member = (uid: string, claims: object = {}, key?: TestKey) =>
  connectMember(service, shop.providerId, (jkt) => sign(jkt, { uid, ...claims }), key && { key })
const pathOf = ({ id, providerId }: TestOrganization) => `/v1/organizations/${id}/providers/${providerId}`
const rotate = async () =>
  (await service.call('POST', `${pathOf(shop)}/secret/regenerate`, { cookie: shop.cookie }))
    .body as ProviderSecret
const retire = () => service.call('POST', `${pathOf(shop)}/secret/retire`, { cookie: shop.cookie })
const allowOnly = (origin: string) =>
  service.call('PATCH', pathOf(shop), { cookie: shop.cookie, body: { allowed_origins: [origin] } })

/** Takes a lock until `command` waits for it, and runs `meanwhile` before it is released. Returns the command's outcome. */
async function whileWaiting<T>(
  client: pg.Client,
  lock: { text: string; values?: unknown[] },
  command: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<PromiseSettledResult<T>> {
  await client.query('begin')
  await client.query(lock)
  const outcome = Promise.allSettled([command()])
  const waiting = 'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))'
  while ((await client.query(waiting)).rowCount === 0);
  await meanwhile()
  await client.query('commit')
  return (await outcome)[0]
}

/** A member with a row, whose next connection waits until the row can be updated with another name. */
async function renamedMember() {
  const uid = newUid()
  const { socket, key } = await member(uid, { name: 'Before' })
  const { customer_id: customerId } = await socket.request<MessageSent>('message.send', {
    client_id: newId(),
    content: 'Hello',
  })
  await socket.leave()
  const row = { text: 'select from customer_log where customer_id = $1 for update', values: [customerId] }
  return { uid, key, row, claims: { uid, name: 'After' } }
}

const closedWith = (code: number) => ({
  status: 'rejected',
  reason: expect.objectContaining({ message: expect.stringContaining(`closed with ${code}`) }) as Error,
})

describe('a socket that is connecting meanwhile is closed', () => {
  test('[M11] when the key of its token is retired', async () => {
    const { uid, row, claims } = await renamedMember()
    await rotate()
    const connecting = () => member(uid, claims)
    expect(await whileWaiting(database, row, connecting, retire)).toMatchObject(closedWith(4440))
  })

  test('[M11] when the key of the token is retired with which it becomes a member', async () => {
    const { row, key, claims } = await renamedMember()
    await rotate()
    const { socket } = await connectVisitor(service, shop.providerId, { key })
    const becoming = async () => reauthenticate(socket, key, await sign(key.jkt, claims))
    expect(await whileWaiting(database, row, becoming, retire)).toMatchObject(closedWith(4440))
  })

  test('[O2] when its origin is removed from the list', async () => {
    const { uid, row, claims } = await renamedMember()
    const connecting = () => member(uid, claims)
    const remove = () => allowOnly('https://other.test')
    expect(await whileWaiting(database, row, connecting, remove)).toMatchObject(closedWith(4403))
  })

  test('[M13] when the member signs out in another tab', async () => {
    const scene = await openSocialScene()
    const visitor = await scene.visitor()
    await scene.signIn('google', visitor)
    // The first connection of a day writes.
    scene.advance(86_400_000)
    const signIns = { text: 'lock table customer_sign_in in exclusive mode' }
    const connecting = () => scene.visitor(scene.shop, { key: visitor.key })
    const signOut = () => visitor.socket.request('session.logout')
    const outcome = await whileWaiting(scene.database, signIns, connecting, signOut)
    expect(outcome).toMatchObject(closedWith(4440))
    const back = await scene.visitor(scene.shop, { key: visitor.key })
    expect(back.connected.member).toBeNull()
    await Promise.all([visitor.socket.leave(), back.socket.leave()])
    await scene.close()
  })

  test('and stays when only another key is retired', async () => {
    const { row, key, claims } = await renamedMember()
    const { secret_key: newer } = await rotate()
    const { socket } = await connectVisitor(service, shop.providerId, { key })
    const becoming = async () => reauthenticate(socket, key, await sign(key.jkt, claims, shop, newer))
    const outcome = await whileWaiting<ConnectResult>(database, row, becoming, retire)
    expect(outcome).toMatchObject({ status: 'fulfilled', value: { member: { name: 'After' } } })
    await service.app.closeEndedSessions()
    await socket.request('ping')
    await socket.leave()
  })
})

describe('the sweep', () => {
  /** Settings are cached for 30 s. */
  const sweepLater = async () => {
    now += 31_000
    await service.app.closeEndedSessions()
  }

  test('[M11] [O2] closes what a lost hint has left open, and nothing else', async () => {
    const signed = await member(newUid())
    const visitor = await connectVisitor(service, shop.providerId)
    const other = await foundOrganization(service, 'Other')
    const unlisted = await connectVisitor(service, other.providerId)
    const { secret_key: newer } = await rotate()
    const renewed = await member(newUid())
    await reauthenticate(renewed.socket, renewed.key, await sign(renewed.key.jkt, {}, shop, newer))
    // Without a message on the bus.
    await database.query('update provider set previous_secret_key = null where id = $1', [shop.providerId])
    await database.query('update provider set allowed_origins = $2 where id = $1', [
      other.providerId,
      ['https://other.test'],
    ])
    await sweepLater()
    expect((await signed.socket.closed).code).toBe(4440)
    expect((await unlisted.socket.closed).code).toBe(4403)
    for (const { socket } of [visitor, renewed]) {
      await socket.request('ping')
      await socket.leave()
    }
  })

  test('closes the sockets of one widget when the keys of another cannot be read', async () => {
    const broken = await foundOrganization(service, 'Broken')
    const brokenKey = await secretKeyOf(service, broken)
    const unknown = await connectMember(service, broken.providerId, (jkt) =>
      sign(jkt, { uid: newUid() }, broken, brokenKey),
    )
    await rotate()
    const signed = await member(newUid())
    await database.query("update provider set secret_key = 'unreadable' where id = $1", [broken.providerId])
    await database.query('update provider set previous_secret_key = null where id = $1', [shop.providerId])
    await sweepLater()
    expect((await signed.socket.closed).code).toBe(4440)
    await unknown.socket.request('ping')
    await unknown.socket.leave()
  })
})
