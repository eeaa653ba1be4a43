import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import pg from 'pg'
import type { NotificationKind, NotificationTransport } from '@parley/protocol/notification'
import { newId } from '../../core/ids.ts'
import { untilBlocked } from '../../testing/blocked-sessions.ts'
import { confirmAddresses } from '../../testing/confirmed-addresses.ts'
import { startSmtpServer } from '../../testing/smtp-server.ts'
import {
  foundOrganization,
  inviteAgent,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/test-service.ts'
import { visitorWhoWrote, type TestShop } from '../../testing/test-shop.ts'

const minuteMs = 60_000
let ahead = 0
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let service: TestService
let shop: TestOrganization
let ana: { agentId: string; cookie: string }
let bob: { agentId: string; cookie: string }

beforeAll(async () => {
  smtp = await startSmtpServer()
  service = await startTestService({
    clock: () => Date.now() + ahead,
    env: { PARLEY_SMTP_URL: smtp.url, PARLEY_MAIL_FROM: 'Parley <parley@example.com>' },
  })
  await confirmAddresses(service)
  shop = await foundOrganization(service, 'Shop')
  await service.app.logConsumers.start()
})
afterAll(async () => {
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
const set = (kind: NotificationKind, ...transports: NotificationTransport[]) =>
  api('PATCH', '/notifications/settings', bob, { kind, transports })

/** Notifies Bob of a mention and an assignment. */
async function notifyTwice(): Promise<void> {
  const { socket, conversationId } = await visitorWhoWrote({ service, organization: shop } as TestShop)
  const note = { client_id: newId(), content: 'Note', mentions: [bob.agentId] }
  await api('POST', `/conversations/${conversationId}/notes`, ana, note)
  await api('POST', `/conversations/${conversationId}/assign`, ana, { agent_id: bob.agentId })
  await socket.leave()
  await service.app.logConsumers.look()
  await service.app.logConsumers.settled()
}
/** Sweeps and returns the subjects of all mails so far. */
async function subjectsAfter(minutes: number): Promise<string[]> {
  ahead += minutes * minuteMs
  await service.app.notifications.sweepMails()
  await service.app.mails.sendDue()
  return smtp.mails.map(({ subject }) => subject)
}
const one = '1 unread notification in Shop'
const two = '2 unread notifications in Shop'

test('agents get no e-mails until they turn them on', async () => {
  await notifyTwice()
  expect(await subjectsAfter(10)).toEqual([])
})

test('what is scheduled of a kind is not mailed once its e-mails are turned off, nor after they are on again', async () => {
  await set('mention', 'in_app', 'email')
  await set('assigned', 'in_app', 'email')
  await notifyTwice()
  await set('mention', 'in_app')
  await set('mention', 'in_app', 'email')
  expect(await subjectsAfter(6)).toEqual([one])
  expect(smtp.mails[0]?.text).not.toContain('mentioned')
})

test('nothing is mailed once the last kind is turned off, also if the server has not accepted it yet', async () => {
  await set('mention', 'in_app', 'email')
  await set('assigned', 'email')
  await notifyTwice()
  smtp.become('full')
  expect(await subjectsAfter(6)).toEqual([])
  await notifyTwice()
  await set('mention', 'in_app')
  await set('assigned')
  smtp.become('accept')
  expect(await subjectsAfter(20)).toEqual([])
  expect(await subjectsAfter(20)).toEqual([])
})

test('other changes of a setting end no e-mail', async () => {
  await set('mention', 'in_app', 'email')
  await set('assigned', 'in_app', 'email')
  await notifyTwice()
  await set('mention', 'email')
  await set('snooze_over', 'in_app')
  expect(await subjectsAfter(6)).toEqual([two])
})

test('a notification that is committed just after its e-mails were turned off is not mailed', async () => {
  await set('mention', 'in_app', 'email')
  await set('assigned', 'in_app', 'email')
  await notifyTwice()
  // As if the consumer had read the setting before.
  const database = new pg.Client({ connectionString: service.databaseUrl })
  await database.connect()
  await database.query(
    `update notification_setting set transports = '{in_app}' where agent_id = $1 and kind = 'mention'`,
    [bob.agentId],
  )
  await database.end()
  expect(await subjectsAfter(6)).toEqual([one])
})

test('a removal waits for a mail that is being queued; invited again, the agent is mailed in the same language', async () => {
  const on = { kind: 'assigned', transports: ['in_app', 'email'], language: 'de' }
  await api('PATCH', '/notifications/settings', bob, on)
  await notifyTwice()
  const sweep = new pg.Client({ connectionString: service.databaseUrl })
  await sweep.connect()
  await sweep.query('begin')
  await sweep.query('select from notification_mail where agent_id = $1 for update', [bob.agentId])
  const removing = api('DELETE', `/agents/${bob.agentId}`, shop)
  await untilBlocked(sweep)
  await sweep.query('rollback')
  await sweep.end()
  expect((await removing).status).toBe(204)
  const { body } = await api('POST', '/invitations', shop, { role: 'agent' })
  const token = new URL((body as { url: string }).url).hash.slice(1)
  const accept = { cookie: bob.cookie, body: { token } }
  expect((await service.call('POST', '/v1/public/invitations/accept', accept)).status).toBe(200)
  expect(await subjectsAfter(10)).toEqual([])
  await notifyTwice()
  expect(await subjectsAfter(6)).toEqual(['1 ungelesene Benachrichtigung bei Shop'])
})
