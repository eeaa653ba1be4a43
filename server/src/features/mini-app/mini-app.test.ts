import type { Customer } from '@parley/protocol/customer'
import type { MessageSent } from '@parley/protocol/message'
import type { MiniApp, SameAccounts } from '@parley/protocol/mini-app'
import type { ConnectResult } from '@parley/protocol/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../core/ids.ts'
import { createInitDataSigner, type InitDataOptions } from '../../testing/init-data.ts'
import { ada, startTelegramScene, type TelegramScene } from '../../testing/telegram-setup.ts'
import { newTestKey, type TestKey } from '../../testing/test-key.ts'
import { credentials, reauthenticate } from '../../testing/test-member.ts'
import { baseUrl, foundOrganization, type TestOrganization } from '../../testing/test-service.ts'

/** Sign-in through a Telegram Mini App (spec 2.1, 5.1). */

const signer = createInitDataSigner()
const shopOrigin = 'https://shop.test'
let scene: TelegramScene
let widgetId: string
let stranger: TestOrganization
let now = 0
let people = 0

beforeAll(async () => {
  scene = await startTelegramScene('Mini', signer.publicKeys)
  widgetId = scene.organization.providerId
  stranger = await foundOrganization(scene.service, 'Stranger')
  await setApp(widgetId)
})
afterAll(() => scene.stop())

/** Moves the service's clock, and what tests take for now. */
function turn(seconds: number): void {
  now += seconds
  scene.turn(seconds * 1000)
}
const seconds = () => Math.floor(Date.now() / 1000) + now

const appPath = () => scene.path(`/channels/${scene.channel.id}/mini-app`)
const setApp = (widget: string | null) =>
  scene.service.call('PUT', appPath(), { cookie: scene.organization.cookie, body: { widget_id: widget } })

const somebody = () => ({ id: 100_000 + (people += 1), first_name: 'Ada', language_code: 'de' })
const initDataOf = (user: object, options: Partial<InitDataOptions> = {}) =>
  signer.initData({ token: scene.telegram.token, user, authDate: seconds(), ...options })

async function signIn(text: string, key: TestKey, origin = baseUrl, channel = scene.channel.id) {
  const answer = await scene.service.app.http.inject({
    method: 'POST',
    url: `/v1/public/mini-apps/${channel}/token`,
    headers: { origin },
    payload: { init_data: text, jkt: key.jkt },
  })
  const { token, code } = answer.json<{ token?: string; code?: string }>()
  return { status: answer.statusCode, token: token ?? '', code }
}

async function connect(key: TestKey, token: string, options: { provider?: string; origin?: string } = {}) {
  const socket = await scene.service.openWidget({ origin: options.origin ?? baseUrl })
  const params = async () => ({
    provider_id: options.provider ?? widgetId,
    ...(await credentials(key, await socket.challenge(), token)),
  })
  return { socket, params }
}

async function member(user: object, key: TestKey) {
  const { token } = await signIn(initDataOf(user), key)
  const { socket, params } = await connect(key, token)
  return { socket, token, connected: await socket.request<ConnectResult>('connect', await params()) }
}

const customerOf = async (id: string) =>
  (await scene.service.call('GET', scene.path(`/customers/${id}`), { cookie: scene.organization.cookie }))
    .body as Customer

describe('a sign-in is refused', () => {
  it('with initData that was used in another browser', async () => {
    const text = initDataOf(somebody())
    expect((await signIn(text, await newTestKey())).status).toBe(200)
    expect(await signIn(text, await newTestKey())).toMatchObject({ status: 401, code: 'init_data_replayed' })
    const shuffled = text.split('&').toReversed().join('&')
    expect((await signIn(shuffled, await newTestKey())).code).toBe('init_data_replayed')
  })

  it('for all but one of two browsers at the same time', async () => {
    const text = initDataOf(somebody())
    const keys = await Promise.all([newTestKey(), newTestKey(), newTestKey()])
    const answers = await Promise.all(keys.map((key) => signIn(text, key)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('older than five minutes, and from the future', async () => {
    const key = await newTestKey()
    const issued = (authDate: number) => signIn(initDataOf(somebody(), { authDate }), key)
    expect((await issued(seconds() - 301)).code).toBe('init_data_expired')
    expect((await issued(seconds() + 60)).code).toBe('init_data_in_future')
    for (const authDate of [seconds() - 270, seconds() + 20])
      expect((await issued(authDate)).status).toBe(200)
  })

  it('of the test environment, of another bot, and without the platform’s signature', async () => {
    const key = await newTestKey()
    const user = somebody()
    const code = async (text: string) => (await signIn(text, key)).code
    expect(await code(initDataOf(user, { environment: 'test' }))).toBe('init_data_wrong_environment')
    expect(await code(initDataOf(user, { token: `1${scene.telegram.token}` }))).toBe('init_data_hash_invalid')
    const thief = createInitDataSigner()
    expect(await code(thief.initData({ token: scene.telegram.token, user, authDate: seconds() }))).toBe(
      'init_data_signature_invalid',
    )
    const { data } = (
      await scene.service.call('GET', scene.path('/customers?q=Ada'), { cookie: scene.organization.cookie })
    ).body as { data: Customer[] }
    expect(data.map(({ external_id: id }) => id)).not.toContain(String(user.id))
  })

  it('on a page that is not one of the widget’s, but not on the service’s own', async () => {
    const cookie = scene.organization.cookie
    const list = (origins: string[]) =>
      scene.service.call('PATCH', scene.path(`/providers/${widgetId}`), {
        cookie,
        body: { allowed_origins: origins },
      })
    await list([shopOrigin])
    const key = await newTestKey()
    const refused = await signIn(initDataOf(somebody()), key, 'https://imitation.test')
    expect(refused).toMatchObject({ status: 403, code: 'origin_not_allowed' })
    expect((await signIn(initDataOf(somebody()), key, shopOrigin)).status).toBe(200)
    const { socket, connected } = await member(somebody(), key)
    expect(connected.member).not.toBeNull()
    await socket.leave()
    await list([])
  })

  it('of an app that is unknown, switched off or another organization’s', async () => {
    const key = await newTestKey()
    for (const id of [newId(), 'x', widgetId])
      expect(await signIn(initDataOf(somebody()), key, baseUrl, id)).toMatchObject({
        status: 404,
        code: 'mini_app_off',
      })
    await setApp(null)
    expect((await signIn(initDataOf(somebody()), key)).code).toBe('mini_app_off')
    await setApp(widgetId)
  })

  it('without the form of a request', async () => {
    const answer = await signIn(initDataOf(somebody()), { jkt: 'short' } as TestKey)
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
  })
})

describe('a token', () => {
  it('[M21] works for one key, one widget and until the app is switched off', async () => {
    const [key, other] = [await newTestKey(), await newTestKey()]
    const { token } = await signIn(initDataOf(somebody()), key)
    const codeOf = async (by: TestKey, presented: string, provider?: string) => {
      const { socket, params } = await connect(by, presented, provider === undefined ? {} : { provider })
      const { code } = await socket.refused('connect', await params())
      await socket.leave()
      return code
    }
    expect(await codeOf(other, token)).toBe('key_mismatch')
    expect(await codeOf(key, token, stranger.providerId)).toBe('token_pid_mismatch')
    const [header = '', payload = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { cnf: object }
    const forged = Buffer.from(JSON.stringify({ ...claims, cnf: { jkt: other.jkt } })).toString('base64url')
    expect(await codeOf(other, `${header}.${forged}.${token.split('.')[2]}`)).toBe('bad_signature')
    await setApp(null)
    expect(await codeOf(key, token)).toBe('mini_app_off')
    await setApp(widgetId)
  })

  it('is renewed for the same browser for twelve hours, without a second sign-in', async () => {
    const key = await newTestKey()
    const text = initDataOf(somebody())
    const { token } = await signIn(text, key)
    const { socket, params } = await connect(key, token)
    await socket.request('connect', await params())
    turn(3590)
    const renewed = await signIn(text, key)
    expect(renewed.status).toBe(200)
    expect((await reauthenticate(socket, key, renewed.token)).member).not.toBeNull()
    expect((await signIn(text, await newTestKey())).code).toBe('init_data_replayed')
    turn(12 * 3600)
    expect((await signIn(text, key)).code).toBe('init_data_expired')
    const late = await connect(key, renewed.token)
    expect((await late.socket.refused('connect', await late.params())).code).toBe('token_expired')
    await Promise.all([socket.leave(), late.socket.leave()])
  })
})

describe('a member', () => {
  it('is a customer of the widget from the first sign-in, with customer.created', async () => {
    const user = { ...somebody(), last_name: 'Lovelace', username: 'ada' }
    const { socket, connected } = await member(user, await newTestKey())
    expect(connected).toMatchObject({
      language: 'de',
      member: { name: 'Ada Lovelace', auth_provider: 'custom' },
    })
    const id = connected.customer_id ?? ''
    expect(await customerOf(id)).toMatchObject({
      provider_id: widgetId,
      external_id: String(user.id),
      auth_provider: 'custom',
      first_name: 'Ada',
      last_name: 'Lovelace',
      username: 'ada',
      language: 'de',
    })
    const created = await scene.entries(id, 'customer.created')
    expect(created).toHaveLength(1)
    expect(created[0]?.data).toMatchObject({ external_id: String(user.id), auth_provider: 'custom' })
    const sent = await socket.request<MessageSent>('message.send', { client_id: newId(), content: 'Hello' })
    expect(sent.customer_id).toBe(id)
    await socket.leave()
  })

  it('is the same customer in another browser, with a name that changed', async () => {
    const user = somebody()
    const first = await member(user, await newTestKey())
    const second = await member({ ...user, first_name: 'Augusta' }, await newTestKey())
    expect(second.connected.customer_id).toBe(first.connected.customer_id)
    const id = second.connected.customer_id ?? ''
    expect((await scene.entries(id, 'customer.updated')).map(({ data }) => data)).toMatchObject([
      { changes: { first_name: 'Augusta' } },
    ])
    await Promise.all([first.socket.leave(), second.socket.leave()])
  })

  it('who closed the account reopens it with a new sign-in only', async () => {
    const user = somebody()
    const key = await newTestKey()
    const text = initDataOf(user)
    const { token } = await signIn(text, key)
    const { socket, params } = await connect(key, token)
    await socket.request('connect', await params())
    await socket.request('account.close', {})
    expect((await signIn(text, key)).code).toBe('account_closed')
    const again = await connect(key, token)
    expect((await again.socket.refused('connect', await again.params())).code).toBe('account_closed')
    turn(1)
    expect((await signIn(initDataOf(user), key)).status).toBe(200)
    await Promise.all([socket.leave(), again.socket.leave()])
  })
})

describe('agents', () => {
  const sameAs = async (customerId: string, cookie = scene.organization.cookie) =>
    scene.service.call('GET', scene.path(`/customers/${customerId}/same-account`), { cookie })

  it('see the contact and the member of one account as two customers with a link', async () => {
    const user = { ...ada, id: somebody().id }
    await scene.push(scene.telegram.writes(user, { text: `I am ${user.id}` }))
    await scene.settle()
    const contact = (await scene.conversations()).find(
      ({ last_message: last }) => last?.preview === `I am ${user.id}`,
    )?.customer.id
    const text = signer.initData({ token: scene.telegram.token, user, authDate: await serviceSeconds() })
    const key = await newTestKey()
    const { token } = await signIn(text, key)
    const { socket, params } = await connect(key, token)
    const { customer_id: id } = await socket.request<ConnectResult>('connect', await params())
    expect(id).not.toBe(contact)
    const link = { channel: 'telegram', name: 'Ada Lovelace' }
    expect((await sameAs(id ?? '')).body as SameAccounts).toEqual({
      account: { channel: 'telegram', kind: 'member' },
      data: [{ ...link, customer_id: contact, kind: 'contact' }],
    })
    expect((await sameAs(contact ?? '')).body as SameAccounts).toEqual({
      account: { channel: 'telegram', kind: 'contact' },
      data: [{ ...link, customer_id: id, kind: 'member' }],
    })
    expect((await sameAs(id ?? '', stranger.cookie)).status).toBe(404)
    await socket.leave()
  })

  it('see the address to register, and only widgets of the organization can be shown', async () => {
    const { body } = await scene.service.call('GET', appPath(), { cookie: scene.organization.cookie })
    expect(body as MiniApp).toEqual({ url: `${baseUrl}/mini/${scene.channel.id}`, widget_id: widgetId })
    for (const foreign of [stranger.providerId, newId(), scene.channel.id])
      expect(await setApp(foreign)).toMatchObject({ status: 404, body: { code: 'provider_unknown' } })
    const inside = await scene.service.app.http.inject({ url: `/mini/${scene.channel.id}` })
    expect(inside.statusCode).toBe(200)
    expect(inside.headers['content-security-policy']).toContain("script-src 'self';")
    expect(inside.headers['content-security-policy']).toContain('frame-ancestors https://web.telegram.org')
    expect(inside.body).toContain(widgetId)
    const off = await scene.service.app.http.inject({ url: '/mini/%3Cscript%3E' })
    expect(off.statusCode).toBe(404)
    expect(off.body).not.toContain('"<script>')
  })
})

/** The clock of the service, which `settle` moves as well. */
async function serviceSeconds(): Promise<number> {
  const socket = await scene.service.openWidget({ origin: baseUrl })
  const { server_time: time } = (await socket.challenge()) as { server_time: string }
  await socket.leave()
  return Math.floor(Date.parse(time) / 1000)
}
