import type { Customer } from '@parley/protocol/customer'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startContinuityScene, type ContinuityScene } from '../../testing/continuity-setup.ts'
import { connectVisitor } from '../../testing/test-service.ts'

/** Unread messages by e-mail (docs/decisions/continuity.md). */

const minute = 60_000
let scene: ContinuityScene
beforeAll(async () => {
  scene = await startContinuityScene()
})
afterAll(() => scene.stop())

test('no text leaves for an address that nobody confirmed; opening the link confirms nothing', async () => {
  const { visitorWho, say, pass, mailsTo, linkOf, open, told } = scene
  const visitor = await visitorWho()
  await say(visitor.id, 'The secret answer')
  await pass(30 * minute)
  await say(visitor.id, 'Another answer')
  await pass(30 * minute)
  const mails = mailsTo(visitor.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).not.toContain('answer')
  const confirm = linkOf(mails[0]?.text ?? '', 'confirm')
  const page = await open('GET', confirm)
  expect([page.status, page.headers['referrer-policy'], page.headers['x-robots-tag']]).toEqual([
    200,
    'no-referrer',
    'noindex, nofollow',
  ])
  await pass(30 * minute)
  expect(mailsTo(visitor.email)).toHaveLength(1)
  expect(await told(visitor.id)).toEqual(['asked'])
})

test('the unread messages follow at once, although another one came after the request to confirm', async () => {
  const { visitorWho, say, pass, mailsTo, linkOf, open } = scene
  const visitor = await visitorWho()
  await say(visitor.id, 'First reply')
  await pass(10 * minute)
  await say(visitor.id, 'Second reply')
  await pass(0)
  const [asked] = mailsTo(visitor.email)
  expect((await open('POST', linkOf(asked?.text ?? '', 'confirm'))).status).toBe(200)
  await pass(0)
  expect(mailsTo(visitor.email)[1]?.text).toContain('Second reply')
})

test('after the confirmation the unread messages follow, with one-click unsubscription', async () => {
  const { service, organization, mailsTo, confirmed, told } = scene
  const visitor = await confirmed()
  const [, mail] = mailsTo(visitor.email)
  expect(mail?.text).toContain('First reply')
  expect(mail?.head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  expect(mail?.head).toMatch(/^List-Unsubscribe: <https:\/\/parley\.test\//m)
  const { body } = await service.call('GET', `/v1/organizations/${organization.id}/customers/${visitor.id}`, {
    cookie: organization.cookie,
  })
  expect((body as Customer).email_verified).toBe(true)
  expect(await told(visitor.id)).toEqual(['asked', 'confirmed', 'messages'])
})

test('a mail goes ten minutes after the customer went offline, fifteen after the last, with ten messages', async () => {
  const { say, pass, mailsTo, confirmed } = scene
  const visitor = await confirmed()
  expect(mailsTo(visitor.email)).toHaveLength(2)
  for (let count = 1; count <= 12; count += 1) await say(visitor.id, `Message ${count}.`)
  await pass(9 * minute)
  expect(mailsTo(visitor.email)).toHaveLength(2)
  await pass(5 * minute)
  expect(mailsTo(visitor.email)).toHaveLength(2)
  await pass(2 * minute)
  const third = mailsTo(visitor.email)[2]?.text ?? ''
  expect(third).toContain('Message 10.')
  expect(third).not.toContain('Message 11.')
  expect(third).not.toContain('First reply')
  // The third mail left one or two minutes ago.
  await pass(12 * minute)
  expect(mailsTo(visitor.email)).toHaveLength(3)
  await pass(3 * minute)
  expect(mailsTo(visitor.email)[3]?.text).toContain('Message 12.')
  await pass(60 * minute)
  expect(mailsTo(visitor.email)).toHaveLength(4)
})

test('what was read is not mailed, and a customer who is online gets no mail', async () => {
  const { service, organization, say, pass, forward, mailsTo, confirmed } = scene
  const visitor = await confirmed()
  forward(20 * minute)
  const { seq } = await say(visitor.id, 'Read in the chat')
  const { socket } = await connectVisitor(service, organization.providerId, { key: visitor.key })
  await socket.request('receipt', { read: seq })
  await socket.leave()
  await pass(30 * minute)
  expect(mailsTo(visitor.email)).toHaveLength(2)

  const back = await connectVisitor(service, organization.providerId, { key: visitor.key })
  await say(visitor.id, 'Waits while online')
  await pass(2 * minute)
  await back.socket.leave()
  expect(mailsTo(visitor.email)).toHaveLength(2)
  await pass(15 * minute)
  expect(mailsTo(visitor.email)[2]?.text).toContain('Waits while online')
})

test('one click ends all mails to the address, for other customers too', async () => {
  const { visitorWho, say, pass, mailsTo, linkOf, open, confirmed, told } = scene
  const visitor = await confirmed()
  const stop = linkOf(mailsTo(visitor.email)[1]?.text ?? '', 'unsubscribe')
  expect((await open('GET', stop)).status).toBe(200)
  expect((await open('POST', stop)).status).toBe(200)
  expect((await open('POST', stop)).status).toBe(200)
  const again = await visitorWho(visitor.email)
  for (const { id } of [visitor, again]) await say(id, 'More')
  await pass(60 * minute)
  expect(mailsTo(visitor.email)).toHaveLength(2)
  expect(await told(visitor.id)).toEqual(['asked', 'confirmed', 'messages', 'refused'])
})

test('an address is asked at most three times a day, whoever types it', async () => {
  const { visitorWho, say, pass, mailsTo } = scene
  const email = 'stranger@example.com'
  for (let count = 0; count < 5; count += 1) {
    const { id } = await visitorWho(email)
    await say(id, 'Hello')
    await pass(11 * minute)
  }
  expect(mailsTo(email)).toHaveLength(3)
})

test('a process that has just started knows how often an address was asked', async () => {
  const { visitorWho, say, pass, mailsTo, forward, startAnother, service } = scene
  const email = 'asked@example.com'
  for (let count = 0; count < 3; count += 1) {
    await say((await visitorWho(email)).id, 'Hello')
    await pass(11 * minute)
  }
  expect(mailsTo(email)).toHaveLength(3)
  const started = await startAnother()
  await say((await visitorWho(email)).id, 'Hello')
  await service.app.logConsumers.look()
  await service.app.logConsumers.settled()
  for (let look = 0; look < 12; look += 1) {
    await started.app.continuity.look()
    forward(minute)
  }
  await started.stop()
  expect(mailsTo(email)).toHaveLength(3)
})

test('a repeated mail has the same Message-ID, and one with a further message another', async () => {
  const { smtp, say, pass, mailsTo, confirmed } = scene
  const visitor = await confirmed()
  smtp.become({ lost: smtp.mails.length + 1 })
  await say(visitor.id, 'Second reply')
  await pass(20 * minute)
  smtp.become('accept')
  await say(visitor.id, 'Third reply')
  await pass(20 * minute)
  const mails = mailsTo(visitor.email).slice(2)
  expect(mails.map(({ text }) => /\w+ reply/.exec(text)?.[0])).toEqual([
    'Second reply',
    'Second reply',
    'Third reply',
  ])
  const [first, repeated, further] = mails.map(({ head }) => /^Message-ID: (.*)$/im.exec(head)?.[1])
  expect(first).toBeDefined()
  expect(repeated).toBe(first)
  expect(further).not.toBe(first)
})

test('an outage of the mail server costs no confirmation', async () => {
  const { smtp, visitorWho, say, pass, mailsTo } = scene
  const visitor = await visitorWho()
  smtp.become('full')
  await say(visitor.id, 'Hello')
  await pass(45 * minute)
  expect(mailsTo(visitor.email)).toEqual([])
  smtp.become('accept')
  await pass(60 * minute)
  expect(mailsTo(visitor.email)).toHaveLength(1)
})

test('a night without a mail server delays a mail, and three days of it are reported', async () => {
  const { smtp, say, pass, forward, mailsTo, confirmed, told } = scene
  const visitor = await confirmed()
  const hours = async (count: number, step: number) => {
    for (let hour = 0; hour < count; hour += step) {
      forward(step * 60 * minute)
      await pass(0)
    }
  }
  smtp.become('full')
  await say(visitor.id, 'Written in the evening')
  await hours(10, 1)
  smtp.become('accept')
  await hours(4, 1)
  expect(mailsTo(visitor.email)[2]?.text).toContain('Written in the evening')
  expect(await told(visitor.id)).toEqual(['asked', 'confirmed', 'messages', 'messages'])

  smtp.become('full')
  await say(visitor.id, 'Too late')
  await hours(66, 3)
  expect(await told(visitor.id)).not.toContain('failed')
  await hours(24, 3)
  expect((await told(visitor.id)).at(-1)).toBe('failed')
  smtp.become('accept')
  await say(visitor.id, 'Once more')
  await hours(2, 1)
  expect(mailsTo(visitor.email)[3]?.text).toContain('Too late')
})

test('after a visit of the customer, an unread message is tried again soon', async () => {
  const { smtp, service, organization, say, pass, forward, mailsTo, confirmed } = scene
  const visitor = await confirmed()
  smtp.become('full')
  await say(visitor.id, 'Still unread')
  for (let hour = 0; hour < 8; hour += 1) {
    forward(60 * minute)
    await pass(0)
  }
  const back = await connectVisitor(service, organization.providerId, { key: visitor.key })
  forward(3 * 60 * minute)
  await pass(2 * minute)
  await back.socket.leave()
  await pass(12 * minute)
  smtp.become('accept')
  await pass(20 * minute)
  expect(mailsTo(visitor.email)[2]?.text).toContain('Still unread')
})

test('an address that nobody left in the chat, such as an imported one, gets no mail at all', async () => {
  const { service, visitorWho, say, pass, mailsTo } = scene
  const visitor = await visitorWho()
  const client = new Client({ connectionString: service.databaseUrl })
  await client.connect()
  const verify = (state: boolean | null) =>
    client.query('update customer set email_verified = $2 where id = $1', [visitor.id, state])
  await verify(null)
  await say(visitor.id, 'Hello')
  await pass(30 * minute)
  expect(mailsTo(visitor.email)).toEqual([])
  await verify(true)
  await say(visitor.id, 'Hello again')
  await pass(15 * minute)
  await client.end()
  expect(mailsTo(visitor.email)[0]?.text).toContain('Hello again')
})

test('without an address nothing is noted', async () => {
  const { visitorWho, say, pass, told } = scene
  const visitor = await visitorWho(null)
  await say(visitor.id, 'Hello')
  await pass(30 * minute)
  expect(await told(visitor.id)).toEqual([])
})
