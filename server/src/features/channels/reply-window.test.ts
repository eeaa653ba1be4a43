import type { ChannelContact } from '@parley/protocol/channel-connection'
import type { Conversation } from '@parley/protocol/conversation'
import type { LogEntry } from '@parley/protocol/event'
import type { MessageSent } from '@parley/protocol/message'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import {
  connectAgent,
  connectVisitor,
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/test-service.ts'
import { createWindowedPlatform, type PlatformUpdate } from '../../testing/windowed-platform.ts'

/** `windowHours`: messages to a contact are taken for 24 hours after the contact's last one. */

const hourMs = 3_600_000
const platform = createWindowedPlatform()
let ahead = 0
let service: TestService
let organization: TestOrganization
beforeAll(async () => {
  service = await startTestService({ clock: () => Date.now() + ahead, channels: platform.channels })
  organization = await foundOrganization(service, 'Window')
  const connected = await call('POST', '/channels', { channel: 'telegram', token: 'any' })
  expect(connected.status).toBe(201)
  await service.app.logConsumers.start()
})
afterAll(() => service.stop())

const call = (method: string, path: string, body?: object) =>
  service.call(method, `/v1/organizations/${organization.id}${path}`, {
    cookie: organization.cookie,
    ...(body && { body }),
  }) as Promise<{ status: number; body: { code?: string; data: unknown } }>

async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    ahead += 3000
    await service.app.channels.look()
    await service.app.logConsumers.look()
    await service.app.logConsumers.settled()
  }
  await service.app.channels.look()
}

let position = 0
async function write(from: string, more: Partial<PlatformUpdate> = {}): Promise<Conversation> {
  position += 1
  const response = await service.app.http.inject({
    method: 'POST',
    url: new URL(platform.webhook?.url ?? '').pathname,
    headers: { 'x-platform-secret': platform.webhook?.secret ?? '' },
    payload: { id: `in-${position}`, position, from, text: `Hello ${position}`, ...more },
  })
  expect(response.statusCode).toBe(200)
  await settle()
  const { data } = (await call('GET', '/conversations?view=open')).body as { data: Conversation[] }
  const row = data.find(({ customer }) => customer.name === from)
  if (!row) throw new Error('No conversation')
  return row
}

/** On a socket of its own, because the clock jumps. */
async function asAgent<T>(method: string, params: object): Promise<T> {
  const socket = await connectAgent(service, organization.id, organization.cookie)
  try {
    return await socket.request<T>(method, params)
  } finally {
    await socket.leave()
  }
}
const say = (customerId: string, content: string, clientId = newId()) =>
  asAgent<MessageSent>('message.send', { client_id: clientId, customer_id: customerId, content })
const windowOf = async (customerId: string) =>
  ((await call('GET', `/customers/${customerId}/contact`)).body.data as ChannelContact).reply_window
async function deliveries(customerId: string) {
  const { entries } = await asAgent<{ entries: LogEntry[] }>('log.read', {
    after: 0,
    max: 500,
    customer_id: customerId,
  })
  return entries.filter(({ type }) => type === 'message.delivery').map(({ data }) => data)
}

test('after it agents and programs get `reply_window_closed`, and nothing is stored or sent', async () => {
  const { id, customer } = await write('late')
  ahead += 24 * hourMs
  await expect(say(customer.id, 'Too late')).rejects.toThrow('reply_window_closed')
  const refused = await call('POST', `/conversations/${id}/messages`, {
    client_id: newId(),
    sender: { type: 'system' },
    content: 'Too late',
  })
  expect([refused.status, refused.body.code]).toEqual([409, 'reply_window_closed'])
  await settle()
  expect(platform.sent.filter(({ to }) => to === 'late')).toEqual([])
  const ends = await windowOf(customer.id)
  expect(Date.parse(ends?.ends_at ?? '')).toBeLessThan(Date.now() + ahead)

  await write('late')
  await say(customer.id, 'In time')
  await settle()
  expect(platform.sent).toContainEqual({ to: 'late', text: 'In time' })
})

test('its end is told, 24 hours after the contact’s last message and not after the agent’s', async () => {
  const { customer } = await write('told')
  const first = await windowOf(customer.id)
  expect(first?.hours).toBe(24)
  expect(Math.abs(Date.parse(first?.ends_at ?? '') - Date.now() - ahead - 24 * hourMs)).toBeLessThan(60_000)
  ahead += hourMs
  await say(customer.id, 'Still with you')
  expect(await windowOf(customer.id)).toEqual(first)
})

test('a message that waits beyond it fails with the reason, and is never sent', async () => {
  const { customer } = await write('waiting')
  platform.respond({ outcome: 'later', seconds: 25 * 3600 })
  const { id } = await say(customer.id, 'Queued')
  await settle()
  platform.respond(null)
  ahead += 25 * hourMs
  await settle()
  expect(platform.sent.filter(({ to }) => to === 'waiting')).toEqual([])
  expect(await deliveries(customer.id)).toEqual([{ id, state: 'failed', reason: 'window_closed' }])
})

test('a repeat of a message that was stored in time is recognized', async () => {
  const { customer } = await write('repeat')
  const clientId = newId()
  const sent = await say(customer.id, 'Once', clientId)
  ahead += 25 * hourMs
  expect(await say(customer.id, 'Once', clientId)).toMatchObject({ id: sent.id, duplicate: true })
})

test('customers of a widget have none', async () => {
  const { socket } = await connectVisitor(service, organization.providerId)
  const { customer_id: id } = await socket.request<MessageSent>('message.send', {
    client_id: newId(),
    content: 'Hello',
  })
  await socket.leave()
  ahead += 25 * hourMs
  expect(await say(id, 'Any time')).toMatchObject({ duplicate: false })
})
