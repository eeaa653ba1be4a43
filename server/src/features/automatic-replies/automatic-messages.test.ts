import { automaticReplyTexts } from '@parley/protocol/automatic-reply-texts'
import type { Conversation } from '@parley/protocol/conversation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/test-service.ts'
import { createWindowedPlatform, type PlatformUpdate } from '../../testing/windowed-platform.ts'

/** Two programs never talk to each other: a channel marks what no person wrote. */

const platform = createWindowedPlatform()
let ahead = 0
let service: TestService
let organization: TestOrganization
const call = (method: string, rest: string, body?: object) =>
  service.call(method, `/v1/organizations/${organization.id}${rest}`, {
    cookie: organization.cookie,
    ...(body && { body }),
  })
beforeAll(async () => {
  service = await startTestService({ clock: () => Date.now() + ahead, channels: platform.channels })
  organization = await foundOrganization(service, 'Loops')
  const connected = await call('POST', '/channels', { channel: 'telegram', token: 'any' })
  const on = { on: true, text: null, translations: {} }
  const { id } = connected.body as { id: string }
  await call('PUT', `/channels/${id}/automatic-replies`, { greeting: on, away: on })
  await service.app.logConsumers.start()
})
afterAll(() => service.stop())

let position = 0
async function push(from: string, more: Partial<PlatformUpdate> = {}): Promise<void> {
  position += 1
  await service.app.http.inject({
    method: 'POST',
    url: new URL(platform.webhook?.url ?? '').pathname,
    headers: { 'x-platform-secret': platform.webhook?.secret ?? '' },
    payload: { id: `in-${position}`, position, from, text: 'I am on holiday', ...more },
  })
}

/** What was pushed becomes messages, of which automatic replies are due. */
async function receive(): Promise<void> {
  ahead += 3000
  await service.app.channels.look()
  await service.app.logConsumers.look()
  await service.app.logConsumers.settled()
}

/** Returns what the contact has received. */
async function write(from: string, more?: Partial<PlatformUpdate>): Promise<string[]> {
  await push(from, more)
  for (let round = 0; round < 3; round += 1) {
    await receive()
    await service.app.automaticReplies.look()
  }
  await service.app.channels.look()
  return platform.sent.filter(({ to }) => to === from).map(({ text }) => text)
}

test('an automatic message gets neither greeting nor away text, a person’s message does', async () => {
  expect(await write('program', { automatic: true })).toEqual([])
  expect(await write('person')).toHaveLength(2)
})

test('a conversation that a program began is not greeted later', async () => {
  await write('both', { automatic: true })
  expect(await write('both')).toHaveLength(1)
})

/** Returns the id of the conversation. */
async function close(from: string): Promise<string> {
  const { data } = (await call('GET', '/conversations?view=open')).body as { data: Conversation[] }
  const id = data.find(({ customer }) => customer.name === from)?.id ?? ''
  expect(await call('POST', `/conversations/${id}/close`)).toMatchObject({ status: 200 })
  return id
}

test('a conversation that a program began gets nothing, also if texts were due in the one before', async () => {
  await push('away-soon', { text: 'Hello' })
  await receive()
  await close('away-soon')
  expect(await write('away-soon', { automatic: true })).toEqual([])
})

test('a reopened conversation is not greeted for a later one whose greeting was due', async () => {
  expect(await write('regular')).toHaveLength(2)
  const id = await close('regular')
  ahead += 12 * 3_600_000
  await push('regular', { text: 'Another question' })
  await receive()
  await close('regular')
  expect(await call('POST', `/conversations/${id}/reopen`)).toMatchObject({ status: 200 })
  const { en } = automaticReplyTexts.greeting
  expect((await write('regular')).filter((text) => text === en)).toHaveLength(1)
})

test('a person’s message is greeted, also if an automatic one follows before the greeting', async () => {
  await push('holidaymaker', { text: 'Hello' })
  expect(await write('holidaymaker', { automatic: true })).toHaveLength(2)
})

test('a program that does not say so gets two messages, however often it responds', async () => {
  for (let round = 0; round < 5; round += 1) await write('unmarked')
  expect(await write('unmarked')).toHaveLength(2)
})
