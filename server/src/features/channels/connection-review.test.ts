import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import {
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/test-service.ts'
import { createWindowedPlatform } from '../../testing/windowed-platform.ts'
import type { ChannelAdapter } from './adapter.ts'

/** The regular review of all connections, on a platform that takes its time. */

const platform = createWindowedPlatform()
const inspected: string[] = []
const response = Promise.withResolvers<null>()
const adapter: ChannelAdapter = {
  ...(platform.channels.channelAdapters[0] as ChannelAdapter),
  identify: async (token) => ({
    outcome: 'identified',
    accountId: token.replace('new-', ''),
    name: token,
    username: null,
  }),
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
/** Requests about webhooks in their order. The next one may be held. */
const performed: string[] = []
let held: { name: string; response: Promise<void> } | null = null
async function perform(name: string): Promise<void> {
  performed.push(`${name}: begun`)
  if (held?.name === name) await held.response
  performed.push(name)
}
let service: TestService
let organization: TestOrganization
beforeAll(async () => {
  service = await startTestService({ channels: { ...platform.channels, channelAdapters: [adapter] } })
  organization = await foundOrganization(service, 'Reviews')
})
afterAll(() => service.stop())

const call = (method: string, path: string, body?: object) =>
  service.call(method, `/v1/organizations/${organization.id}/channels${path}`, {
    cookie: organization.cookie,
    ...(body && { body }),
  }) as Promise<{ status: number; body: { id: string } }>

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
