import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import pg from 'pg'
import { openDatabase } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { confirmAddresses } from '../../testing/confirmed-addresses.ts'
import { startSmtpServer, type ReceivedMail } from '../../testing/smtp-server.ts'
import {
  baseUrl,
  connectAgent,
  foundOrganization,
  inviteAgent,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/test-service.ts'
import { visitorWhoWrote, type TestShop } from '../../testing/test-shop.ts'
import type { TestSocket } from '../../testing/test-socket.ts'

const minuteMs = 60_000
let ahead = 0
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let service: TestService
let shop: TestOrganization
let database: pg.Client
let ana: { agentId: string; cookie: string }
let bob: { agentId: string; cookie: string }
let sockets: TestSocket[] = []

beforeAll(async () => {
  smtp = await startSmtpServer()
  service = await startTestService({
    clock: () => Date.now() + ahead,
    env: { PARLEY_SMTP_URL: smtp.url, PARLEY_MAIL_FROM: 'Parley <parley@example.com>' },
  })
  await confirmAddresses(service)
  shop = await foundOrganization(service, 'Shop')
  await service.app.logConsumers.start()
  database = new pg.Client({ connectionString: service.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  for (const socket of sockets) await socket.leave()
  await database.end()
  await service.stop()
  await smtp.stop()
})
beforeEach(async () => {
  // Accepting invitations is limited per address and time.
  ahead += 30 * minuteMs
  smtp.mails.length = 0
  ana = await inviteAgent(service, shop, 'Ana')
  bob = await inviteAgent(service, shop, 'Bob')
})

const api = (method: string, path: string, as: { cookie: string }, body?: object) =>
  service.call(method, `/v1/organizations/${shop.id}${path}`, { cookie: as.cookie, ...(body && { body }) })
const turnOn = (as: { cookie: string }, language = 'en') =>
  api('PATCH', '/notifications/settings', as, { kind: 'mention', transports: ['in_app', 'email'], language })

async function customer(name?: string) {
  const visitor = await visitorWhoWrote({ service, organization: shop } as TestShop)
  sockets.push(visitor.socket)
  if (name !== undefined) await api('PATCH', `/customers/${visitor.customerId}`, shop, { first_name: name })
  return visitor.conversationId
}
async function mention(conversationId: string, content = 'Secret note text'): Promise<string> {
  const note = { client_id: newId(), content, mentions: [bob.agentId] }
  const { body } = await api('POST', `/conversations/${conversationId}/notes`, ana, note)
  await consumed()
  return (body as { id: string }).id
}
const consumed = () => service.app.logConsumers.look().then(() => service.app.logConsumers.settled())
/** Sweeps and returns all mails so far. */
async function mailsAfter(minutes: number): Promise<ReceivedMail[]> {
  ahead += minutes * minuteMs
  await service.app.notifications.sweepMails()
  await service.app.mails.sendDue()
  return smtp.mails
}
const headerOf = (mail: ReceivedMail | undefined, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(mail?.head.replaceAll(/\n[ \t]+/g, '') ?? '')?.[1] ?? ''
const transportsOfBob = async () =>
  ((await api('GET', '/notifications/settings', bob)).body as { data: { transports: string[] }[] }).data[0]
    ?.transports
const unsubscribeUrl = (mail: ReceivedMail | undefined) =>
  headerOf(mail, 'List-Unsubscribe').replace(/[<>]/g, '').replace(baseUrl, '')
/** Opens a link, or submits it as mail programs do. */
const send = (method: 'GET' | 'POST', url: string) =>
  service.app.http.inject({
    method,
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    ...(method === 'POST' && { payload: 'List-Unsubscribe=One-Click' }),
  })

test('an agent is not mailed while at the desk, nor less than 5 minutes after leaving', async () => {
  await turnOn(bob)
  const socket = await connectAgent(service, shop.id, bob.cookie)
  await mention(await customer())
  expect(await mailsAfter(10)).toEqual([])
  await socket.leave()
  await expect.poll(() => presentAgents()).not.toContain(bob.agentId)
  expect(await mailsAfter(4)).toEqual([])
  expect(await mailsAfter(2)).toHaveLength(1)
})
const presentAgents = async () =>
  ((await api('GET', '/agents', shop)).body as { data: { id: string; online: boolean }[] }).data
    .filter(({ online }) => online)
    .map(({ id }) => id)

test('an agent whose e-mail cannot be composed keeps nobody else waiting', async () => {
  for (const agent of [ana, bob]) await turnOn(agent)
  const conversationId = await customer()
  await mention(conversationId)
  await api('POST', `/conversations/${conversationId}/notes`, bob, {
    client_id: newId(),
    content: 'For Ana',
    mentions: [ana.agentId],
  })
  await consumed()
  // Bob is the one who has waited longest, and always fails.
  await database.query(
    `create function fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`,
  )
  await database.query(
    `create trigger broken before update of mailed_at on notification for each row
     when (new.agent_id = '${bob.agentId}') execute function fail()`,
  )
  const mails = await mailsAfter(6)
  expect(mails.map(({ subject }) => subject)).toEqual(['1 unread notification in Shop'])
  await database.query('drop function fail cascade')
  expect(await mailsAfter(16)).toHaveLength(2)
})

test('read notifications are not mailed', async () => {
  await turnOn(bob)
  const conversationId = await customer()
  await mention(conversationId)
  await api('POST', '/notifications/read', bob, { conversation_id: conversationId })
  expect(await mailsAfter(6)).toEqual([])
})

test('unread notifications are bundled, at most one e-mail in 15 minutes, each notification once', async () => {
  await turnOn(bob, 'de')
  const conversationId = await customer()
  await mention(conversationId)
  await mention(conversationId)
  const [first] = await mailsAfter(6)
  expect(smtp.mails).toHaveLength(1)
  expect(first?.subject).toBe('2 ungelesene Benachrichtigungen bei Shop')
  expect(headerOf(first, 'Content-Language')).toBe('de')
  await mention(conversationId)
  expect(await mailsAfter(10)).toHaveLength(1)
  expect(await mailsAfter(6)).toHaveLength(2)
  expect(smtp.mails[1]?.subject).toBe('1 ungelesene Benachrichtigung bei Shop')
  expect(await mailsAfter(60)).toHaveLength(2)
})

test('an e-mail has links and names, and quotes notes only if the organization allows it', async () => {
  await turnOn(bob)
  const conversationId = await customer()
  await mention(conversationId)
  const [plain] = await mailsAfter(6)
  expect(plain?.text).toContain('Ana mentioned you in a note about')
  expect(plain?.text).toContain(`${baseUrl}/panel/o/${shop.id}/inbox/open/${conversationId}?entry=`)
  expect(`${plain?.text}${plain?.html}`).not.toContain('Secret')
  expect((await api('PATCH', '/mail-settings', ana, { notification_previews: true })).status).toBe(403)
  await api('PATCH', '/mail-settings', shop, { notification_previews: true })
  await mention(conversationId, 'Secret <b>note</b> text')
  const [, quoting] = await mailsAfter(20)
  expect(quoting?.text).toContain('Secret <b>note</b> text')
  expect(quoting?.html).toContain('Secret &lt;b&gt;note&lt;/b&gt; text')
  await api('PATCH', '/mail-settings', shop, { notification_previews: false })
})

test('a long name is cut between two characters', async () => {
  await turnOn(bob)
  await mention(await customer(`${'x'.repeat(59)}😀😀`))
  expect((await mailsAfter(6))[0]?.text).toContain(`about ${'x'.repeat(59)}😀\n`)
})

test('a removed agent is not mailed', async () => {
  await turnOn(bob)
  await mention(await customer())
  await api('DELETE', `/agents/${bob.agentId}`, shop)
  expect(await mailsAfter(6)).toEqual([])
})

test('a mail that the server has not accepted yet is not sent to an agent who was removed meanwhile', async () => {
  await turnOn(bob)
  await mention(await customer())
  smtp.become('full')
  expect(await mailsAfter(6)).toEqual([])
  await api('DELETE', `/agents/${bob.agentId}`, shop)
  smtp.become('accept')
  expect(await mailsAfter(10)).toEqual([])
  const { rows } = await database.query('select content, failure from mail where agent_id = $1', [
    bob.agentId,
  ])
  expect(rows).toEqual([{ content: null, failure: 'withdrawn' }])
})

test('a mail that the server has not accepted yet does not quote what was deleted or edited meanwhile', async () => {
  await turnOn(bob)
  await api('PATCH', '/mail-settings', shop, { notification_previews: true })
  const conversationId = await customer()
  await mention(conversationId, 'In an earlier mail')
  expect(await mailsAfter(6)).toHaveLength(1)
  const deleted = await mention(conversationId, 'Secret note text')
  const edited = await mention(conversationId, 'Another secret')
  await mention(conversationId, 'Kept text')
  smtp.become('full')
  expect(await mailsAfter(20)).toHaveLength(1)
  await api('DELETE', `/notes/${deleted}`, ana)
  await api('PATCH', `/notes/${edited}`, ana, { content: 'Edited text' })
  await consumed()
  smtp.become('accept')
  const [, mail, ...others] = await mailsAfter(20)
  expect([mail?.subject, others]).toEqual(['2 unread notifications in Shop', []])
  for (const text of ['Edited text', 'Kept text']) expect(mail?.text).toContain(text)
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/secret|earlier/i)
  await api('PATCH', '/mail-settings', shop, { notification_previews: false })
})

test('one click turns e-mails off, for this agent alone; opening the link only asks', async () => {
  await turnOn(bob)
  const conversationId = await customer()
  await mention(conversationId)
  const [mail] = await mailsAfter(6)
  expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const url = unsubscribeUrl(mail)
  for (const forged of [
    url.replace(bob.agentId, ana.agentId),
    url.replace(/_hash=.*/, '_hash=x'),
    url.split('?')[0] ?? '',
  ])
    for (const method of ['GET', 'POST'] as const) {
      const refused = await send(method, forged)
      expect([refused.statusCode, refused.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
    }
  const page = await send('GET', url)
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.body).toContain('Turn off notifications by e-mail?')
  expect(await transportsOfBob()).toEqual(['in_app', 'email'])
  // Due, but not sent yet.
  await mention(conversationId)
  expect((await send('POST', url)).body).toContain('Notifications by e-mail are off')
  expect(await transportsOfBob()).toEqual(['in_app'])
  await mention(conversationId)
  expect(await mailsAfter(30)).toHaveLength(1)
  // What was unread then is not sent later either.
  await turnOn(bob)
  await mention(conversationId)
  expect((await mailsAfter(30))[1]?.subject).toBe('1 unread notification in Shop')
})

test('one click also ends a notification that the server has not accepted yet, and no other mail', async () => {
  await turnOn(bob)
  const conversationId = await customer()
  await mention(conversationId)
  const url = unsubscribeUrl((await mailsAfter(6))[0])
  await mention(conversationId)
  smtp.become('full')
  const { db, close } = openDatabase(service.databaseUrl)
  const report = { to: 'bob@mail.example', subject: 'A report', text: '' }
  const { id: organizationId } = shop
  await service.app.mails.enqueue(db, { kind: 'report', organizationId, agentId: bob.agentId, mail: report })
  await close()
  expect(await mailsAfter(20)).toHaveLength(1)
  expect((await service.app.http.inject({ method: 'POST', url })).statusCode).toBe(200)
  smtp.become('accept')
  expect((await mailsAfter(10)).slice(1).map(({ subject }) => subject)).toEqual(['A report'])
})

test('an expired link shows where to turn e-mails off, and changes nothing', async () => {
  await turnOn(bob, 'de')
  await mention(await customer())
  const url = unsubscribeUrl((await mailsAfter(6))[0])
  const longAfterMs = 91 * 24 * 60 * minuteMs
  ahead += longAfterMs
  for (const method of ['GET', 'POST'] as const) {
    const page = await send(method, url)
    expect([page.statusCode, page.headers['content-type']]).toEqual([410, 'text/html; charset=utf-8'])
    expect(page.body).toContain('Dieser Link ist nicht mehr gültig')
  }
  ahead -= longAfterMs
  expect(await transportsOfBob()).toEqual(['in_app', 'email'])
})

test('several processes send one e-mail', async () => {
  await turnOn(bob)
  await mention(await customer())
  ahead += 6 * minuteMs
  await Promise.all([1, 2, 3].map(() => service.app.notifications.sweepMails()))
  await service.app.mails.sendDue()
  expect(smtp.mails).toHaveLength(1)
})
