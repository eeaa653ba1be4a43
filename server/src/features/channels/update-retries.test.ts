import type { Conversation } from '@parley/protocol/conversation'
import type { MessagesPage } from '@parley/protocol/messages-page'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startFakeS3 } from '../../testing/fake-s3.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import {
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/test-service.ts'
import { createWindowedPlatform, type PlatformUpdate } from '../../testing/windowed-platform.ts'
import type { ChannelAdapter, InboundEvent } from './adapter.ts'

/** While files cannot be fetched or stored, updates are retried without using up the contact's rate limits. */

interface UpdateWithFiles extends PlatformUpdate {
  files: string[]
}

const filmSize = 20_000_000
const chunk = Buffer.alloc(1_000_000, 'film ')

const platform = createWindowedPlatform()
const [plain] = platform.channels.channelAdapters as [ChannelAdapter]
let fetched: string[] = []
/** The storage is down from the moment this file is fetched. */
let lostAt: string | null = null
let isPlatformDown = false
const adapter: ChannelAdapter = {
  ...plain,
  parse(payloads) {
    const [{ files }] = payloads as [UpdateWithFiles]
    const message = plain.parse(payloads) as Extract<InboundEvent, { type: 'message' }>
    return { ...message, files: files.map((name) => ({ reference: name, name, size: filmSize })) }
  },
  async fetchFile(_account, { name }) {
    fetched.push(name)
    if (name === lostAt) proxy.cut()
    else proxy.open()
    if (isPlatformDown) return { outcome: 'unavailable' }
    return { outcome: 'fetched', body: Readable.from(film()), size: filmSize }
  },
}

function* film(): Generator<Buffer> {
  for (let sent = 0; sent < filmSize; sent += chunk.length) yield chunk
}

let store: Awaited<ReturnType<typeof startFakeS3>>
let proxy: Awaited<ReturnType<typeof startTcpProxy>>
let service: TestService
let organization: TestOrganization
let ahead = 0
beforeAll(async () => {
  store = await startFakeS3('files')
  proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(store.config.endpoint).port) })
  service = await startTestService({
    clock: () => Date.now() + ahead,
    channels: { ...platform.channels, channelAdapters: [adapter] },
    env: {
      PARLEY_S3_BUCKET: store.config.bucket,
      PARLEY_S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
      PARLEY_S3_REGION: store.config.region,
      PARLEY_S3_KEY_ID: store.config.keyId,
      PARLEY_S3_SECRET: store.config.secret,
    },
  })
  organization = await foundOrganization(service, 'Storage')
  expect((await call('POST', '/channels', { channel: 'telegram', token: 'any' })).status).toBe(201)
})
afterAll(async () => {
  await service.stop()
  await proxy.close()
  await store.close()
})
beforeEach(() => {
  fetched = []
})

const call = (method: string, path: string, body?: object) =>
  service.call(method, `/v1/organizations/${organization.id}${path}`, {
    cookie: organization.cookie,
    ...(body && { body }),
  }) as Promise<{ status: number; body: unknown }>

let position = 0
async function write(from: string, more: Partial<UpdateWithFiles>): Promise<void> {
  position += 1
  const response = await service.app.http.inject({
    method: 'POST',
    url: new URL(platform.webhook?.url ?? '').pathname,
    headers: { 'x-platform-secret': platform.webhook?.secret ?? '' },
    payload: { id: `in-${position}`, position, from, text: 'See my files', ...more },
  })
  expect(response.statusCode).toBe(200)
}

async function attempts(count: number, delayMs = 6000): Promise<void> {
  for (let attempt = 0; attempt < count; attempt += 1) {
    ahead += delayMs
    await service.app.channels.look()
  }
}

async function messagesOf(from: string) {
  const { data } = (await call('GET', '/conversations?view=open')).body as { data: Conversation[] }
  const row = data.find(({ customer }) => customer.name === from)
  if (!row) return []
  const { body } = await call('GET', `/conversations/${row.id}/messages`)
  return (body as MessagesPage).data.map(({ content, media }) => ({
    content,
    files: media.map(({ name }) => name),
  }))
}

it('files arrive after an outage in which the attempts together exceeded the contact’s megabytes', async () => {
  lostAt = 'second.txt'
  await write('Ada', { files: ['first.txt', 'second.txt'] })
  await attempts(9)
  expect(fetched.filter((name) => name === 'second.txt')).toHaveLength(9)
  expect(await messagesOf('Ada')).toEqual([])

  lostAt = null
  await attempts(1)
  expect(await messagesOf('Ada')).toEqual([{ content: 'See my files', files: ['first.txt', 'second.txt'] }])
})

it('an automatic reply arrives after an outage with more attempts than automatic replies are allowed', async () => {
  // Replies of programs open no conversation.
  await write('Robot', { files: [] })
  await attempts(1)
  lostAt = 'report.txt'
  await write('Robot', { automatic: 'reply', files: ['report.txt'] })
  await attempts(6)
  expect(fetched).toHaveLength(6)

  lostAt = null
  await attempts(1)
  expect(await messagesOf('Robot')).toEqual([
    { content: 'See my files', files: ['report.txt'] },
    { content: 'See my files', files: [] },
  ])
  for (let count = 0; count < 4; count += 1) await write('Robot', { automatic: 'reply', files: [] })
  await attempts(1)
  expect(await messagesOf('Robot')).toHaveLength(5)
})

it('an automatic reply arrives after its file could not be fetched for more attempts than are allowed', async () => {
  await write('Machine', { files: [] })
  await attempts(1)
  isPlatformDown = true
  await write('Machine', { automatic: 'reply', files: ['log.txt'] })
  await attempts(6, 100_000)
  expect(fetched).toHaveLength(6)

  isPlatformDown = false
  await attempts(1, 100_000)
  expect(await messagesOf('Machine')).toEqual([
    { content: 'See my files', files: ['log.txt'] },
    { content: 'See my files', files: [] },
  ])
})

it('automatic replies of several hours arrive together after an outage, those of one minute up to a limit', async () => {
  await write('Drone', { files: [] })
  await attempts(1)
  const hoursAgo = (hours: number) => Date.now() + ahead - hours * 3_600_000
  for (const hours of [9, 8, 7, 6, 5, 4, 4, 4, 4, 4, 4])
    await write('Drone', { automatic: 'reply', files: [], arrivedAt: hoursAgo(hours) })
  await attempts(1)
  expect(await messagesOf('Drone')).toHaveLength(1 + 5 + 4)
})
