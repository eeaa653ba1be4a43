import { afterAll, beforeAll, expect, test } from 'vitest'
import { foundOrganization, startTestService, type TestService } from '../../testing/test-service.ts'
import { createWindowedPlatform, type PlatformUpdate } from '../../testing/windowed-platform.ts'

/** Two programs never talk to each other: a channel marks what no person wrote. */

const platform = createWindowedPlatform()
let ahead = 0
let service: TestService
beforeAll(async () => {
  service = await startTestService({ clock: () => Date.now() + ahead, channels: platform.channels })
  const { id, cookie } = await foundOrganization(service, 'Loops')
  const path = `/v1/organizations/${id}/channels`
  const connected = await service.call('POST', path, { cookie, body: { channel: 'telegram', token: 'any' } })
  const on = { on: true, text: null, translations: {} }
  await service.call('PUT', `${path}/${(connected.body as { id: string }).id}/automatic-replies`, {
    cookie,
    body: { greeting: on, away: on },
  })
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

/** Returns what the contact has received. */
async function write(from: string, more?: Partial<PlatformUpdate>): Promise<string[]> {
  await push(from, more)
  for (let round = 0; round < 3; round += 1) {
    ahead += 3000
    await service.app.channels.look()
    await service.app.logConsumers.look()
    await service.app.logConsumers.settled()
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

test('a person’s message is greeted, also if an automatic one follows before the greeting', async () => {
  await push('holidaymaker', { text: 'Hello' })
  expect(await write('holidaymaker', { automatic: true })).toHaveLength(2)
})

test('a program that does not say so gets two messages, however often it responds', async () => {
  for (let round = 0; round < 5; round += 1) await write('unmarked')
  expect(await write('unmarked')).toHaveLength(2)
})
