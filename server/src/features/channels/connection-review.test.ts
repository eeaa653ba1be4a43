import { afterAll, beforeAll, expect, test } from 'vitest'
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
    return response.promise
  },
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
