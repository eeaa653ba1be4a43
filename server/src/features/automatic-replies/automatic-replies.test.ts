import type { AutomaticReplies } from '@parley/protocol/automatic-reply'
import { automaticReplyTexts } from '@parley/protocol/automatic-reply-texts'
import type { BusinessHoursInput } from '@parley/protocol/business-hours'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectAgent, inviteAgent } from '../../testing/test-service.ts'
import { ada, startTelegramScene, type TelegramScene } from '../../testing/telegram-setup.ts'
import type { Person } from '../../testing/telegram-server.ts'
import type { TestSocket } from '../../testing/test-socket.ts'

/** Greeting and away texts of a channel (docs/decisions/automatic-replies.md). The contact's language is German. */

const hourMs = 3_600_000
let scene: TelegramScene
beforeAll(async () => {
  scene = await startTelegramScene('Replies')
  await scene.agent.leave()
})
afterAll(() => scene.stop())

const off = { on: false, text: null, translations: {} }
const on = { on: true, text: null, translations: {} }
let people = 500
let person: Person
beforeEach(async () => {
  people += 1
  person = { ...ada, id: people }
  await save({ greeting: off, away: off })
  await hours(false)
})

const call = (method: string, path: string, body?: object, cookie = scene.organization.cookie) =>
  scene.service.call(method, scene.path(path), { cookie, ...(body && { body }) }) as Promise<{
    status: number
    body: AutomaticReplies & { code?: string }
  }>
const address = () => `/channels/${scene.channel.id}/automatic-replies`
const save = (replies: object) => call('PUT', address(), replies)
const closedWeek: BusinessHoursInput = {
  enabled: true,
  time_zone: 'UTC',
  week: [[], [], [], [], [], [], []],
  exceptions: [],
}
const hours = (enabled: boolean) => call('PUT', '/business-hours', { ...closedWeek, enabled })

async function write(text = 'Hello'): Promise<void> {
  await scene.push(scene.telegram.writes(person, { text }))
  await scene.settle()
}
/** Texts that the contact received. */
const received = () =>
  scene.telegram
    .sent('sendMessage')
    .filter(({ params }) => String(params['chat_id']) === String(person.id))
    .map(({ params }) => params['text'])

async function withAgent(work: (agent: TestSocket) => Promise<void>): Promise<void> {
  const agent = await connectAgent(scene.service, scene.organization.id, scene.organization.cookie)
  try {
    await work(agent)
  } finally {
    await agent.leave()
    await untilNobodyIsPresent()
  }
}
const untilNobodyIsPresent = async () => {
  const { cookie } = scene.organization
  const agents = async () => (await scene.service.call('GET', scene.path('/agents'), { cookie })).body
  await expect
    .poll(agents)
    .not.toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ online: true })]) })
}

test('only admins read and change the texts, and only of their own channels', async () => {
  const agent = await inviteAgent(scene.service, scene.organization, 'Grace')
  expect((await call('GET', address(), undefined, agent.cookie)).status).toBe(403)
  expect((await call('PUT', address(), { greeting: on, away: on }, agent.cookie)).status).toBe(403)
  expect((await call('GET', `/channels/${scene.organization.providerId}/automatic-replies`)).status).toBe(404)
  for (const text of ['', '   ', 'x'.repeat(1001)])
    expect((await save({ greeting: { ...on, text }, away: off })).status).toBe(400)
  expect((await save({ greeting: { ...on, translations: { xx: 'Hi' } }, away: off })).status).toBe(400)
})

test('contacts get nothing while both texts are off', async () => {
  await write()
  expect(received()).toEqual([])
})

test('a new conversation is greeted once in the contact’s language, further ones after 12 hours', async () => {
  await save({ greeting: on, away: off })
  await withAgent(async () => {
    await write()
    await write('One more')
    expect(received()).toEqual([automaticReplyTexts.greeting.de])
    const [row] = await scene.conversations()
    const close = () => call('POST', `/conversations/${row?.id}/close`)
    await close()
    await write('Back again')
    expect(received()).toHaveLength(1)
    const [next] = await scene.conversations()
    await call('POST', `/conversations/${next?.id}/close`)
  })
  scene.turn(12 * hourMs)
  await withAgent(async () => {
    await write('The next day')
    expect(received()).toHaveLength(2)
  })
})

test('own texts come before the built-in ones: that of the language, else the general one', async () => {
  await save({ greeting: { on: true, text: 'Welcome', translations: { de: 'Willkommen' } }, away: off })
  await write()
  expect(received()).toEqual(['Willkommen'])
  person = { ...person, id: person.id + 10_000, language_code: 'pt-br' }
  await write()
  expect(received()).toEqual(['Welcome'])
})

test('the away text follows while nobody is present, once in 12 hours', async () => {
  await save({ greeting: off, away: on })
  await withAgent(async () => {
    await write('Anybody there?')
    expect(received()).toEqual([])
  })
  await write('Hello?')
  await write('Hello??')
  expect(received()).toEqual([automaticReplyTexts.away.de])
  scene.turn(12 * hourMs)
  await write('Hello???')
  expect(received()).toHaveLength(2)
})

test('an agent who is away is not present', async () => {
  await save({ greeting: off, away: on })
  await withAgent(async (agent) => {
    await agent.request('desk.availability', { availability: 'away' })
    await write()
    expect(received()).toHaveLength(1)
    await agent.request('desk.availability', { availability: 'available' })
  })
})

test('outside business hours the away text is sent even if agents are present, but not within an hour of an agent’s message', async () => {
  await save({ greeting: off, away: on })
  await hours(true)
  await withAgent(async () => {
    await write()
    expect(received()).toEqual([automaticReplyTexts.away.de])
    person = { ...person, id: person.id + 20_000 }
    await hours(false)
    await write('While open')
    const row = (await scene.conversations())[0]
    await scene.say(row?.customer.id ?? '', 'I am here')
    await scene.settle()
    await hours(true)
    await write('Thank you')
    expect(received()).toEqual(['I am here'])
  })
})

test('within an hour after an agent’s message it does not follow, also while nobody is present', async () => {
  await write('Question')
  const row = (await scene.conversations())[0]
  await scene.say(row?.customer.id ?? '', 'Answer')
  await untilNobodyIsPresent()
  await save({ greeting: off, away: on })
  await write('Thank you')
  expect(received()).toEqual(['Answer'])
  scene.turn(hourMs)
  await write('One more question')
  expect(received()).toEqual(['Answer', automaticReplyTexts.away.de])
})

test('the texts are messages of the system, and leave the conversation waiting and unassigned', async () => {
  await save({ greeting: on, away: on })
  await write('Question')
  expect(received()).toEqual([automaticReplyTexts.greeting.de, automaticReplyTexts.away.de])
  const row = (await scene.conversations())[0]
  expect(row).toMatchObject({ agent: null, last_message: { preview: 'Question' }, unread: 1 })
  expect(row?.waiting_since).not.toBeNull()
  const messages = await scene.history(row?.customer.id ?? '')
  expect(messages.map(({ sender_type: type }) => type)).toEqual(['customer', 'system', 'system'])
})

test('a blocked contact gets nothing', async () => {
  await write('Before')
  const row = (await scene.conversations())[0]
  await call('PATCH', `/customers/${row?.customer.id}`, { is_blocked: true })
  await save({ greeting: on, away: on })
  await write('After')
  expect(received()).toEqual([])
})

test('a message older than ten minutes, for example after an outage, gets no automatic text', async () => {
  await save({ greeting: on, away: on })
  await scene.push(scene.telegram.writes(person, { text: 'During the outage' }))
  scene.turn(3000)
  await scene.service.app.channels.look()
  scene.turn(11 * 60_000)
  await scene.settle()
  expect(received()).toEqual([])
})

test('a message that reaches the service more than ten minutes after the platform gets no automatic text', async () => {
  await save({ greeting: on, away: off })
  const late = scene.telegram.writes(person, { text: 'During the outage' })
  scene.turn(11 * 60_000)
  await scene.push(late)
  await scene.settle()
  expect(received()).toEqual([])
  await scene.push(scene.telegram.writes(person, { text: 'After the outage' }))
  await scene.settle()
  expect(received()).toEqual([automaticReplyTexts.greeting.de])
  person = { ...ada, id: (people += 1) }
  const delayed = scene.telegram.writes(person, { text: 'Just now' })
  scene.turn(4 * 60_000)
  await scene.push(delayed)
  await scene.settle()
  expect(received()).toEqual([automaticReplyTexts.greeting.de])
})

test('a conversation that began during an outage is not greeted once an agent has answered', async () => {
  await save({ greeting: on, away: off })
  const late = scene.telegram.writes(person, { text: 'During the outage' })
  scene.turn(11 * 60_000)
  await scene.push(late)
  await scene.settle()
  const [row] = await scene.conversations()
  await scene.say(row?.customer.id ?? '', 'Sorry for the delay')
  await scene.settle()
  scene.turn(60_000)
  await scene.push(scene.telegram.writes(person, { text: 'Thank you' }))
  await scene.settle()
  expect(received()).toEqual(['Sorry for the delay'])
})
