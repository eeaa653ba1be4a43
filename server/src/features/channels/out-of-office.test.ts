import type { Conversation } from '@parley/protocol/conversation'
import type { Entries } from '@parley/protocol/timeline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourly } from '../../testing/sla-scene.ts'
import {
  connectAgent,
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/test-service.ts'
import { sendText } from '../../testing/test-shop.ts'
import { createWindowedPlatform, type PlatformUpdate } from '../../testing/windowed-platform.ts'

/** Nobody waits for an answer to an out-of-office reply. */

const platform = createWindowedPlatform()
let ahead = 0
let service: TestService
let organization: TestOrganization
let agent: Awaited<ReturnType<typeof connectAgent>>
// oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
const call = async (method: string, rest: string, body?: object): Promise<any> => {
  const answer = await service.call(method, `/v1/organizations/${organization.id}${rest}`, {
    cookie: organization.cookie,
    ...(body && { body }),
  })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
beforeAll(async () => {
  service = await startTestService({ clock: () => Date.now() + ahead, channels: platform.channels })
  organization = await foundOrganization(service, 'Holidays')
  await call('POST', '/channels', { channel: 'telegram', token: 'any' })
  await call('POST', '/sla-policies', hourly({ next_response: 3600 }))
  await call('POST', '/automation-rules', {
    name: 'Raise',
    enabled: true,
    trigger: { type: 'customer_message' },
    conditions: { filter: {}, text: null, hours: null },
    actions: [{ type: 'priority', priority: 'high' }],
    once: false,
    stop: false,
  })
  await service.app.logConsumers.start()
  agent = await connectAgent(service, organization.id, organization.cookie)
})
afterAll(async () => {
  await agent?.leave()
  await service?.stop()
})

async function settle(): Promise<void> {
  ahead += 3000
  await service.app.channels.look()
  // Rules and wake-ups write entries of their own.
  for (let round = 0; round < 3; round += 1) {
    await service.app.logConsumers.look()
    await service.app.logConsumers.settled()
  }
  await service.app.sla.sweep()
}

let position = 0
async function write(from: string, more: Partial<PlatformUpdate> = {}): Promise<void> {
  position += 1
  await service.app.http.inject({
    method: 'POST',
    url: new URL(platform.webhook?.url ?? '').pathname,
    headers: { 'x-platform-secret': platform.webhook?.secret ?? '' },
    payload: { id: `in-${position}`, position, from, text: 'I am on holiday', ...more },
  })
  await settle()
}

const find = async (from: string, view: string): Promise<Conversation | undefined> =>
  (await call('GET', `/conversations?view=${view}`)).data.find(
    ({ customer }: Conversation) => customer.name === from,
  )

/** A conversation that was answered and snoozed, with a normal priority. */
async function snoozed(from: string, until: string | null = null): Promise<string> {
  await write(from, { text: 'Hello' })
  const { id, customer } = (await find(from, 'open')) as Conversation
  await sendText(agent, 'An answer', { customer_id: customer.id })
  await settle()
  await call('PUT', `/conversations/${id}/priority`, { priority: 'normal' })
  await call('POST', `/conversations/${id}/snooze`, { until })
  await settle()
  return id
}

test('an automatic reply is added, and starts no clock, wait or rule, and ends no snooze', async () => {
  const id = await snoozed('holidaymaker')
  await write('holidaymaker', { automatic: 'reply' })
  expect(await find('holidaymaker', 'snoozed')).toMatchObject({
    id,
    last_message: { preview: 'I am on holiday' },
    waiting_since: null,
    priority: 'normal',
  })
  await call('POST', `/conversations/${id}/unsnooze`)
  await settle()
  expect(await find('holidaymaker', 'open')).toMatchObject({ id, waiting_since: null, sla: null })
})

test('an automatic message that is no reply counts as the customer’s', async () => {
  const id = await snoozed('form')
  await write('form', { automatic: true })
  expect(await find('form', 'open')).toMatchObject({
    id,
    waiting_since: expect.any(String),
    sla: { metric: 'next_response' },
    priority: 'high',
  })
})

test('an automatic reply does not end the wait of its customer', async () => {
  await write('absent', { text: 'Hello' })
  const before = await find('absent', 'open')
  await write('absent', { automatic: 'reply' })
  expect(before?.waiting_since).toEqual(expect.any(String))
  expect(await find('absent', 'open')).toMatchObject({
    waiting_since: before?.waiting_since,
    last_message: { preview: 'I am on holiday' },
  })
})

test('a snooze during which an automatic reply arrives ends when it is due', async () => {
  const id = await snoozed('away', new Date(Date.now() + ahead + 3_600_000).toISOString())
  await write('away', { automatic: 'reply' })
  ahead += 3_700_000
  await service.app.triage.sweepSnoozes()
  const { customer } = await call('GET', `/conversations/${id}`)
  const { entries } = await agent.request<Entries>('log.read', { customer_id: customer.id, after: 0 })
  expect(entries.at(-1)).toMatchObject({ type: 'conversation.unsnoozed', data: { reason: 'due' } })
})

test('a customer waits for the answer to an earlier message in a reopened conversation whose last message is an automatic reply', async () => {
  await snoozed('unanswered')
  await write('unanswered', { text: 'One more question' })
  const { id, waiting_since: since } = (await find('unanswered', 'open')) as Conversation
  expect(since).toEqual(expect.any(String))
  await write('unanswered', { automatic: 'reply' })
  await call('POST', `/conversations/${id}/close`)
  expect(await call('POST', `/conversations/${id}/reopen`)).toMatchObject({ waiting_since: since })
})

test('nobody waits in a reopened conversation whose last message is an automatic reply', async () => {
  const id = await snoozed('reopened')
  await write('reopened', { automatic: 'reply' })
  await call('POST', `/conversations/${id}/close`)
  expect(await call('POST', `/conversations/${id}/reopen`)).toMatchObject({ id, waiting_since: null })
  await write('reopened', { text: 'I am back' })
  await call('POST', `/conversations/${id}/close`)
  expect(await call('POST', `/conversations/${id}/reopen`)).toMatchObject({
    waiting_since: expect.any(String),
  })
})
