import type { ProviderSecret } from '@parley/protocol/provider'
import type { ConnectResult } from '@parley/protocol/session'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untilBlocked } from '../../testing/blocked-sessions.ts'
import { useMemberShop } from '../../testing/member-shop.ts'
import { openSocialScene } from '../../testing/social-scene.ts'
import { reauthenticate } from '../../testing/test-member.ts'
import { connectVisitor, foundOrganization, type TestOrganization } from '../../testing/test-service.ts'

const on = useMemberShop()
const { member, newUid, say, sign } = on
let database: pg.Client

beforeAll(async () => {
  database = new pg.Client({ connectionString: on.service.databaseUrl })
  await database.connect()
})
afterAll(() => database.end())

const pathOf = ({ id, providerId }: TestOrganization) => `/v1/organizations/${id}/providers/${providerId}`
const rotate = async () =>
  (await on.service.call('POST', `${pathOf(on.shop)}/secret/regenerate`, { cookie: on.shop.cookie }))
    .body as ProviderSecret
const retire = () => on.service.call('POST', `${pathOf(on.shop)}/secret/retire`, { cookie: on.shop.cookie })
const allowOnly = (origin: string) =>
  on.service.call('PATCH', pathOf(on.shop), { cookie: on.shop.cookie, body: { allowed_origins: [origin] } })

const lockLog = 'select from customer_log where customer_id = $1 for update'
async function openSockets(): Promise<number> {
  const { body } = await on.service.app.http.inject({ url: '/metrics' })
  return Number(/parley_sockets\{kind="widget"\} (\d+)/.exec(body)?.[1])
}

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
  await untilBlocked(client)
  await meanwhile()
  await client.query('commit')
  return (await outcome)[0]
}

/** A member with a row, whose next connection waits until the row can be updated with another name. */
async function renamedMember() {
  const uid = newUid()
  const { socket, key } = await member(uid, { claims: { name: 'Before' } })
  const { customer_id: customerId } = await say(socket)
  await socket.leave()
  const row = { text: lockLog, values: [customerId] }
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
    const connecting = () => member(uid, { claims })
    expect(await whileWaiting(database, row, connecting, retire)).toMatchObject(closedWith(4440))
  })

  test('[M11] when the key of the token is retired with which it becomes a member', async () => {
    const { row, key, claims } = await renamedMember()
    await rotate()
    const { socket } = await connectVisitor(on.service, on.shop.providerId, { key })
    const becoming = async () => reauthenticate(socket, key, await sign(key.jkt, claims))
    expect(await whileWaiting(database, row, becoming, retire)).toMatchObject(closedWith(4440))
  })

  test('[O2] when its origin is removed from the list', async () => {
    const { uid, row, claims } = await renamedMember()
    const connecting = () => member(uid, { claims })
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

  test('[M14] when the member closes the account in another browser, whose socket is gone by then', async () => {
    const uid = newUid()
    const [here, elsewhere] = [await member(uid), await member(uid)]
    const { customer_id: customerId } = await say(here.socket)
    await elsewhere.socket.entriesUpTo(1)
    const open = await openSockets()
    const log = { text: lockLog, values: [customerId] }
    await whileWaiting(
      database,
      log,
      () => here.socket.request('account.close'),
      async () => {
        here.socket.ws.terminate()
        await expect.poll(openSockets).toBe(open - 1)
      },
    )
    expect((await elsewhere.socket.closed).code).toBe(4440)
  })

  test('and stays when only another key is retired', async () => {
    const { row, key, claims } = await renamedMember()
    const { secret_key: newer } = await rotate()
    const { socket } = await connectVisitor(on.service, on.shop.providerId, { key })
    const becoming = async () =>
      reauthenticate(socket, key, await sign(key.jkt, claims, { secretKey: newer }))
    const outcome = await whileWaiting<ConnectResult>(database, row, becoming, retire)
    expect(outcome).toMatchObject({ status: 'fulfilled', value: { member: { name: 'After' } } })
    await on.service.app.closeEndedSessions()
    await socket.request('ping')
    await socket.leave()
  })
})

describe('the sweep', () => {
  /** Settings are cached for 30 s. */
  const sweepLater = async () => {
    on.now += 31_000
    await on.service.app.closeEndedSessions()
  }

  test('[M11] [O2] closes what a lost hint has left open, and nothing else', async () => {
    const signed = await member(newUid())
    const visitor = await connectVisitor(on.service, on.shop.providerId)
    const other = await foundOrganization(on.service, 'Other')
    const unlisted = await connectVisitor(on.service, other.providerId)
    const { secret_key: newer } = await rotate()
    const renewed = await member(newUid())
    await reauthenticate(renewed.socket, renewed.key, await sign(renewed.key.jkt, {}, { secretKey: newer }))
    // Without a message on the bus.
    await database.query('update provider set previous_secret_key = null where id = $1', [on.shop.providerId])
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

  test('[M13] [M14] closes social members whose session ended while the bus was interrupted, and nobody else', async () => {
    const scene = await openSocialScene()
    const [closed, switched, stays] = [await scene.visitor(), await scene.visitor(), await scene.visitor()]
    for (const visitor of [closed, switched, stays]) await scene.signIn('google', visitor)
    const { rows } = await scene.database.query<{ id: string }>('select id from customer')
    scene.services.google.claims = { ...scene.services.google.claims, sub: 'another' }
    await scene.signIn('google', await scene.visitor())
    const jkt = (visitor: typeof closed) => visitor.key.jkt
    // Without a message on the bus.
    await scene.database.query('delete from member_session where jkt = $1', [jkt(closed)])
    await scene.database.query(
      'update member_session set customer_id = (select id from customer where id <> $2) where jkt = $1',
      [jkt(switched), rows[0]?.id],
    )
    await scene.service.app.closeEndedSessions()
    for (const { socket } of [closed, switched]) await socket.request('ping')
    const ended = await scene.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'parley bus'`,
    )
    expect(ended.rowCount).toBe(1)
    for (const { socket } of [closed, switched]) expect((await socket.closed).code).toBe(4440)
    await stays.socket.request('ping')
    await scene.close()
  })
})
