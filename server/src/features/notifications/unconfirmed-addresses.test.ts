import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { newId } from '../../core/ids.ts'
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
let database: pg.Client

beforeAll(async () => {
  smtp = await startSmtpServer()
  service = await startTestService({
    clock: () => Date.now() + ahead,
    env: { PARLEY_SMTP_URL: smtp.url, PARLEY_MAIL_FROM: 'Parley <parley@example.com>' },
  })
  shop = await foundOrganization(service, 'Shop')
  await service.app.logConsumers.start()
  database = new pg.Client({ connectionString: service.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await service.stop()
  await smtp.stop()
})

const api = (method: string, path: string, as: { cookie: string }, body?: object) =>
  service.call(method, `/v1/organizations/${shop.id}${path}`, { cookie: as.cookie, ...(body && { body }) })
const recipients = () => smtp.mails.map(({ to }) => to)
const confirm = (agentId: string) =>
  database.query(
    'update auth_user set email_verified = true from agent where agent.user_id = auth_user.id and agent.id = $1',
    [agentId],
  )

test('with open sign-up, an address gets no notifications before it is confirmed, and only new ones afterwards', async () => {
  const ana = await inviteAgent(service, shop, 'Ana')
  const bob = await inviteAgent(service, shop, 'Bob')
  await confirm(ana.agentId)
  for (const agent of [ana, bob]) {
    const setting = { kind: 'mention', transports: ['in_app', 'email'], language: 'en' }
    await api('PATCH', '/notifications/settings', agent, setting)
  }
  const visitor = await visitorWhoWrote({ service, organization: shop } as TestShop)
  const mentionBoth = async () => {
    const note = { client_id: newId(), content: 'Please look', mentions: [ana.agentId, bob.agentId] }
    expect(await api('POST', `/conversations/${visitor.conversationId}/notes`, shop, note)).toMatchObject({
      status: 201,
    })
    await service.app.logConsumers.look()
    await service.app.logConsumers.settled()
    ahead += 30 * minuteMs
    await service.app.notifications.sweepMails()
    await service.app.mails.sendDue()
  }
  await mentionBoth()
  expect(recipients()).toHaveLength(1)
  const [ofAna] = recipients()

  await confirm(bob.agentId)
  await service.app.notifications.sweepMails()
  await service.app.mails.sendDue()
  expect(recipients()).toEqual([ofAna])
  await mentionBoth()
  expect(recipients()).toHaveLength(3)
  // The subject names the number of notifications.
  expect(smtp.mails.map(({ subject }) => subject)).toEqual(Array(3).fill(smtp.mails[0]?.subject))
  await visitor.socket.leave()
})
