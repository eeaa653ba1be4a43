import type { ChannelConnection } from '@parley/protocol/channel-connection'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import { createSecrets } from '../../core/secrets.ts'
import { ada, receiveFrom, startTelegramScene, type TelegramScene } from '../../testing/telegram-setup.ts'
import { startTelegramServer, type Person } from '../../testing/telegram-server.ts'
import { foundOrganization, inviteAgent, startTestService } from '../../testing/test-service.ts'
import { sealCredentials } from './channel-credentials.ts'

/** The connection of a bot: its address, its problems, and its credentials. */

let scene: TelegramScene
beforeAll(async () => {
  scene = await startTelegramScene('TelegramConnection')
})
afterAll(() => scene.stop())

async function query(text: string, values: unknown[] = []): Promise<void> {
  const { pool, close } = openDatabase(scene.service.databaseUrl)
  await pool.query(text, values)
  await close()
}

let people = 40_000
let person: Person
beforeEach(() => {
  people += 1
  person = { ...ada, id: people, username: `ada${people}` }
})

/** Writes as this person and returns the customer's id. */
const write = async (text: string) => (await receiveFrom(scene, person, [{ text }])).id

describe('after the public address of the installation has changed', () => {
  const startAt = (address: string) =>
    startTestService({
      databaseUrl: scene.service.databaseUrl,
      env: { PARLEY_BASE_URL: address, PARLEY_TELEGRAM_API_URL: scene.telegram.url },
    })
  const told = () => scene.telegram.webhook?.url
  const path = () => `/v1/public/channels/${scene.channel.id}/updates`

  it('updates are sent to the new one, and asked for where the platform cannot call', async () => {
    expect(told()).toBe(`https://parley.test${path()}`)
    const moved = await startAt('https://help.example.test')
    await moved.app.channels.review()
    expect(told()).toBe(`https://help.example.test${path()}`)
    await moved.stop()

    const local = await startAt('http://localhost:8080')
    await local.app.channels.review()
    expect(told()).toBeUndefined()
    await local.stop()

    await scene.service.app.channels.review()
    expect(told()).toBe(`https://parley.test${path()}`)
    const { body } = await scene.service.call('GET', scene.path('/channels'), {
      cookie: scene.organization.cookie,
    })
    expect(body).toMatchObject({ data: [{ mode: 'webhook', problem: null }] })
  })
})

it('a bot that is polled is set up until Telegram has confirmed it, and then left to others', async () => {
  const telegram = await startTelegramServer()
  const first = await startTestService()
  const origin = 'http://localhost:8080'
  const local = await startTestService({
    databaseUrl: first.databaseUrl,
    env: { PARLEY_BASE_URL: origin, PARLEY_TELEGRAM_API_URL: telegram.url },
  })
  const { id, cookie } = await foundOrganization(first, 'Polled')
  const setByOther = () =>
    fetch(`${telegram.url}/bot${telegram.token}/setWebhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://other.example', secret_token: 'other' }),
    })
  async function post(rest: string, payload?: object): Promise<ChannelConnection> {
    const url = `/v1/organizations/${id}/channels${rest}`
    // Without https, cookies have no prefix.
    const headers = { origin, cookie: cookie.replaceAll('__Secure-', '') }
    return (await local.app.http.inject({ method: 'POST', url, headers, ...(payload && { payload }) })).json()
  }
  const failure = { kind: 'error', code: 500, description: 'Internal Server Error' } as const
  const removed = () => telegram.sent('deleteWebhook').length
  await setByOther()
  telegram.misbehave('deleteWebhook', failure)
  const connected = await post('', { channel: 'telegram', token: telegram.token })
  expect(connected).toMatchObject({ mode: 'polling', problem: 'unreachable' })
  await local.app.channels.review()
  expect([telegram.webhook, removed()]).toEqual([null, 2])
  await setByOther()
  await local.app.channels.review()
  expect([telegram.webhook?.url, removed()]).toEqual(['https://other.example', 2])

  telegram.misbehave('deleteWebhook', failure)
  expect(await post(`/${connected.id}/check`)).toMatchObject({ problem: 'unreachable' })
  await local.app.channels.review()
  expect([telegram.webhook, removed()]).toEqual([null, 4])
  await local.stop()
  await first.stop()
  await telegram.stop()
})

it('agents see the names of bots, and nothing else of them', async () => {
  const { cookie } = await inviteAgent(scene.service, scene.organization, 'Eve')
  const ask = async (path: string) => (await scene.service.call('GET', scene.path(path), { cookie })).body
  expect(await ask('/channels')).toMatchObject({ status: 403 })
  const { id, name } = scene.channel
  expect(await ask('/channels/names')).toEqual({ data: [{ id, channel: 'telegram', name }] })
})

async function bot(): Promise<ChannelConnection | undefined> {
  const { body } = await scene.service.call('GET', scene.path('/channels'), {
    cookie: scene.organization.cookie,
  })
  return (body as { data: ChannelConnection[] }).data[0]
}
const problem = async () => (await bot())?.problem

describe('a problem of a bot whose updates are pushed', () => {
  it('with receiving is found without a test, and is over when an update arrives', async () => {
    await write('Before the error')
    scene.telegram.failWebhook(Date.parse((await bot())?.last_inbound_at ?? '') / 1000 + 1)
    // The connection is cached for ten seconds.
    scene.turn(60_000)
    await scene.service.app.channels.review()
    expect(await problem()).toBe('webhook_refused')
    await write('It works again')
    expect(await problem()).toBeNull()
    // Telegram still reports the error.
    await scene.service.app.channels.review()
    expect(await problem()).toBeNull()
  })

  it('with receiving remains while updates wait, also long after the last error', async () => {
    await query("update channel_connection set last_inbound_at = now() - interval '1 hour'")
    scene.telegram.failWebhook(Date.now() / 1000 - 600)
    await scene.service.app.channels.review()
    expect(await problem()).toBeNull()
    scene.telegram.enqueue([scene.telegram.writes(person, { text: 'Does anybody read this?' })])
    await scene.service.app.channels.review()
    expect(await problem()).toBe('webhook_refused')
    scene.turn(60_000)
    await write('It works again')
    expect(await problem()).toBeNull()
  })

  it('stays as it was when the platform refuses to tell, except because of the token', async () => {
    const answers = [429, 401, 429].map((code) => ({ kind: 'error' as const, code, description: 'No' }))
    scene.telegram.misbehave('getWebhookInfo', ...answers)
    const found: unknown[] = []
    for (let count = 0; count <= answers.length; count += 1) {
      await scene.service.app.channels.review()
      found.push(await problem())
    }
    expect(found).toEqual([null, 'credentials_refused', 'credentials_refused', null])
  })

  it('is unreachable in a test if the platform refuses for another reason than the token', async () => {
    const check = async () => {
      const { cookie } = scene.organization
      const { body } = await scene.service.call('POST', scene.path(`/channels/${scene.channel.id}/check`), {
        cookie,
      })
      return (body as ChannelConnection).problem
    }
    const answers = [429, 401].map((code) => ({ kind: 'error' as const, code, description: 'No' }))
    scene.telegram.misbehave('getMe', ...answers)
    expect([await check(), await check(), await check()]).toEqual([
      'unreachable',
      'credentials_refused',
      null,
    ])
  })

  it('with the token that sending has found is over when a message is sent', async () => {
    const id = await write('Can you write to me?')
    scene.telegram.misbehave('sendMessage', { kind: 'error', code: 401, description: 'Unauthorized' })
    await scene.say(id, 'Not sent')
    await scene.settle()
    expect(await problem()).toBe('credentials_refused')
    await scene.say(id, 'Sent')
    await scene.settle()
    expect(await problem()).toBeNull()
  })
})

describe('a bot whose token was encrypted with a PARLEY_SECRET that was lost', () => {
  const call = (method: string, rest = '', body?: object) =>
    scene.service.call(method, scene.path(`/channels${rest}`), { cookie: scene.organization.cookie, body })
  const states = async () =>
    ((await call('GET')).body as { data: ChannelConnection[] }).data.map(({ id, problem }) => [id, problem])
  async function loseSecret(): Promise<void> {
    const other = createSecrets('another secret of 32 characters!!')
    const sealed = sealCredentials(other, { providerId: scene.channel.id, credentials: scene.telegram.token })
    await query('update channel_connection set credentials = $1', [sealed])
  }

  it('is shown with a problem, fails messages with a reason, and works again once the token is replaced', async () => {
    const { id } = scene.channel
    const customerId = await write('Before the secret was lost')
    await loseSecret()
    await scene.service.app.channels.review()
    expect(await states()).toEqual([[id, 'credentials_refused']])
    expect(await call('POST', `/${id}/check`)).toMatchObject({
      status: 200,
      body: { problem: 'credentials_refused' },
    })
    await scene.push(scene.telegram.writes(person, { text: 'While it could not be read' }))
    await scene.say(customerId, 'Do you read this?')
    await scene.settle()
    expect((await scene.history(customerId)).map(({ content, delivery }) => [content, delivery])).toEqual([
      ['Before the secret was lost', undefined],
      ['Do you read this?', { state: 'failed', reason: 'disconnected' }],
    ])

    const { token } = scene.telegram
    expect(await call('PUT', `/${id}/token`, { token })).toMatchObject({
      status: 200,
      body: { problem: null },
    })
    await scene.settle()
    await scene.say(customerId, 'And this?')
    await scene.settle()
    expect((await scene.history(customerId)).map(({ content }) => content)).toContain(
      'While it could not be read',
    )
    expect(scene.telegram.shown(person).map(({ text }) => text)).toEqual(['And this?'])
  })

  it('logs no errors while updates wait', async () => {
    await write('Before the secret was lost')
    await loseSecret()
    await scene.push(scene.telegram.writes(person, { text: 'While it could not be read' }))
    const errors: string[] = []
    const worker = await startTestService({
      databaseUrl: scene.service.databaseUrl,
      clock: () => Date.now() + 3_600_000,
      logger: pino({ level: 'error' }, { write: (line) => errors.push(line) }),
    })
    await worker.app.channels.look()
    await worker.stop()
    expect(errors).toEqual([])
    const { token } = scene.telegram
    expect((await call('PUT', `/${scene.channel.id}/token`, { token })).status).toBe(200)
    await scene.settle()
  })

  it('keeps a message that was never sent for the retry when it is edited', async () => {
    const customerId = await write('Do you deliver to Bern?')
    await loseSecret()
    const messageId = await scene.say(customerId, 'No')
    await scene.settle()
    const [conversation] = await scene.conversations()
    const path = `/conversations/${conversation?.id}/messages/${messageId}`
    const change = (method: string, rest = '', body?: object) =>
      scene.service.call(method, scene.path(`${path}${rest}`), { cookie: scene.organization.cookie, body })
    expect((await change('PATCH', '', { content: 'Yes' })).status).toBe(200)
    await scene.settle()
    expect((await scene.history(customerId)).at(-1)).toMatchObject({
      content: 'Yes',
      delivery: { state: 'failed', reason: 'disconnected' },
    })

    const { token } = scene.telegram
    expect((await call('PUT', `/${scene.channel.id}/token`, { token })).status).toBe(200)
    expect((await change('POST', '/retry')).status).toBe(200)
    await scene.settle()
    expect(scene.telegram.shown(person).map(({ text }) => text)).toEqual(['Yes'])
  })

  it('is set up again by the review when that fails while the token is replaced', async () => {
    await loseSecret()
    scene.telegram.misbehave('setWebhook', { kind: 'error', code: 500, description: 'Internal Server Error' })
    const { token } = scene.telegram
    expect(await call('PUT', `/${scene.channel.id}/token`, { token })).toMatchObject({
      body: { problem: 'unreachable' },
    })
    const before = scene.telegram.sent('setWebhook').length
    await scene.service.app.channels.review()
    expect(scene.telegram.sent('setWebhook')).toHaveLength(before + 1)
    expect(await states()).toEqual([[scene.channel.id, null]])
  })

  it('can be disconnected and connected anew', async () => {
    await loseSecret()
    expect((await call('DELETE', `/${scene.channel.id}`)).status).toBe(204)
    const { token } = scene.telegram
    expect((await call('POST', '', { channel: 'telegram', token })).status).toBe(201)
  })
})
