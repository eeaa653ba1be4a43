import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { jpeg } from '../../testing/sample-files.ts'
import {
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/test-service.ts'
import { createWindowedPlatform } from '../../testing/windowed-platform.ts'
import type { ChannelAdapter } from './adapter.ts'

/** The regular review of all connections, and changes at the same time, on a platform that takes its time. */

const platform = createWindowedPlatform()
const inspected: string[] = []
const response = Promise.withResolvers<null>()
const adapter: ChannelAdapter = {
  ...(platform.channels.channelAdapters[0] as ChannelAdapter),
  async identify(token) {
    await perform('identified')
    return { outcome: 'identified', accountId: token.replace('new-', ''), name: token, username: null }
  },
  async fetchPicture() {
    await perform('picture')
    return { outcome: 'fetched', content: jpeg }
  },
  readsSame: (one, other) => one.includes('@') && one.split('@')[1] === other.split('@')[1],
  async inspect({ credentials }) {
    inspected.push(credentials)
    return credentials === 'lost' ? 'webhook_missing' : response.promise
  },
  async setUp(_account, webhook) {
    await perform('set up')
    return { outcome: 'ready', mode: webhook ? 'webhook' : 'polling' }
  },
  tearDown: () => perform('torn down'),
}
/** Requests in their order. Those of one name may be held. */
const performed: string[] = []
let held: { name: string; response: Promise<void> } | null = null
async function perform(name: string): Promise<void> {
  performed.push(`${name}: begun`)
  if (held?.name === name) await held.response
  performed.push(name)
}
let service: TestService
let database: DatabaseHandle
let organization: TestOrganization
let ahead = 0
beforeAll(async () => {
  service = await startTestService({
    clock: () => Date.now() + ahead,
    channels: { ...platform.channels, channelAdapters: [adapter] },
  })
  database = openDatabase(service.databaseUrl)
  organization = await foundOrganization(service, 'Reviews')
})
afterAll(async () => {
  await database.close()
  await service.stop()
})

const call = (method: string, path: string, body?: object, at = organization) =>
  service.call(method, `/v1/organizations/${at.id}/channels${path}`, {
    cookie: at.cookie,
    ...(body && { body }),
  }) as Promise<{ status: number; body: { id: string; code?: string } }>
const connect = (token: string, at?: TestOrganization) => call('POST', '', { channel: 'telegram', token }, at)

test('inspects some connections at once, and each as it is at that time', async () => {
  const ids = new Map<string, string>()
  for (let count = 0; count < 10; count += 1) {
    const token = `account-${count}`
    const { status, body } = await call('POST', '', { channel: 'telegram', token })
    expect(status).toBe(201)
    ids.set(token, body.id)
  }
  const reviewed = service.app.channels.review()
  await expect.poll(() => inspected).toHaveLength(8)
  const first = [...inspected]
  const [replaced, removed] = [...ids.keys()].filter((token) => !first.includes(token)) as [string, string]
  const change = { token: `new-${replaced}` }
  expect((await call('PUT', `/${ids.get(replaced)}/token`, change)).status).toBe(200)
  expect((await call('DELETE', `/${ids.get(removed)}`)).status).toBe(204)
  response.resolve(null)
  await reviewed
  expect(inspected).toEqual([...first, change.token])
})

describe('an account that is disconnected during a review', () => {
  it.each(['set up', 'torn down'])('is not set up in the end: while it is %s', async (name) => {
    const { body: account } = await call('POST', '', { channel: 'telegram', token: 'lost' })
    performed.length = 0
    const finished = Promise.withResolvers<void>()
    held = { name, response: finished.promise }
    const remove = () => call('DELETE', `/${account.id}`)
    const review = () => service.app.channels.review()
    const [first, second] = name === 'set up' ? [review, remove] : [remove, review]
    const begun = first()
    await expect.poll(() => performed).toEqual([`${name}: begun`])
    await second()
    finished.resolve()
    await begun
    held = null
    expect(performed.at(-1)).toBe('torn down')
    expect(performed.filter((one) => one === 'set up')).toHaveLength(name === 'set up' ? 1 : 0)
  })
})

/** Resolves with a function that ends the request, once it has begun so often. */
async function hold(name: string, begin: () => Promise<unknown>, times = 1): Promise<() => void> {
  performed.length = 0
  const finished = Promise.withResolvers<void>()
  held = { name, response: finished.promise }
  void begin()
  await expect
    .poll(() => performed.filter((one) => one === `${name}: begun`), { timeout: 20_000 })
    .toHaveLength(times)
  return () => {
    held = null
    finished.resolve()
  }
}

describe('an account that is disconnected', () => {
  it.each([
    ['its token is replaced', 'identified', 'PUT', '/token', { token: 'new-gone' }],
    ['its picture is copied', 'picture', 'POST', '/check', undefined],
  ])('while %s keeps no credentials and no picture', async (_title, request, method, path, body) => {
    const { id } = (await connect('gone')).body
    let changed: ReturnType<typeof call> | undefined
    const release = await hold(request, () => (changed = call(method, `/${id}${path}`, body)))
    expect((await call('DELETE', `/${id}`)).status).toBe(204)
    release()
    expect((await changed)?.status).toBe(404)
    const { rows } = await database.pool.query(
      'select credentials, picture, picture_id from channel_connection where provider_id = $1',
      [id],
    )
    expect(rows).toEqual([{ credentials: null, picture: null, picture_id: null }])
  })

  it('by two people at the same time is removed once', async () => {
    const { id } = (await connect('gone')).body
    const removed = await Promise.all([call('DELETE', `/${id}`), call('DELETE', `/${id}`)])
    expect(removed.map(({ status }) => String(status)).toSorted()).toEqual(['204', '404'])
  })
})

describe('accounts that are connected at the same time', () => {
  async function connectAll(tokens: string[], at?: TestOrganization) {
    let all: ReturnType<typeof call>[] = []
    const begin = () => Promise.all((all = tokens.map((token) => connect(token, at))))
    const release = await hold('identified', begin, tokens.length)
    release()
    const results = await Promise.all(all)
    return results.map(({ status, body }) => body.code ?? String(status)).toSorted()
  }

  it('are not all accepted if they read the same messages', async () => {
    ahead += 3_600_000
    expect(await connectAll(['1@inbox', '2@inbox', '3@inbox', '4@inbox'])).toEqual([
      '201',
      ...Array.from({ length: 3 }, () => 'channel_taken'),
    ])
  })

  it('do not exceed the limit', async () => {
    const other = await foundOrganization(service, 'Limits')
    for (let count = 0; count < 19; count += 1)
      expect((await connect(`limit-${count}`, other)).status).toBe(201)
    ahead += 3_600_000
    expect(await connectAll(['limit-19', 'limit-20'], other)).toEqual(['201', 'channel_limit'])
  })
})
