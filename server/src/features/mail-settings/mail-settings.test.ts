import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPanelService, type Member, type PanelService } from '../../testing/panel-service.ts'
import { startSmtpServer } from '../../testing/smtp-server.ts'

let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let service: PanelService
let owner: Member
let admin: Member

beforeAll(async () => {
  smtp = await startSmtpServer()
  service = await startPanelService({
    environment: { PARLEY_SMTP_URL: smtp.url, PARLEY_MAIL_FROM: 'Parley <parley@example.com>' },
  })
  owner = await service.found('Acme')
  admin = await service.join(owner, 'admin')
})
afterAll(async () => {
  await service.close()
  await smtp.stop()
})

const settings = (method: 'GET' | 'PATCH', as: Member, body?: object) =>
  service.call(method, `/v1/organizations/${owner.organizationId}/mail-settings`, {
    cookie: as.cookie,
    ...(body && { body }),
  })
const sendTest = (as: Member, to = service) =>
  to.call('POST', `/v1/organizations/${as.organizationId}/mail-settings/test`, {
    cookie: as.cookie,
    body: { language: 'de' },
  })

test('a test e-mail is for owners, and says where sending failed without naming the server', async () => {
  expect(await sendTest(admin)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  for (const [behaviour, result, reply] of [
    ['unknown', 'recipient_refused', '550 5.1.1'],
    ['spam', 'content_refused', '554 5.7.1'],
    ['down', 'no_connection', null],
  ] as const) {
    smtp.become(behaviour)
    const answer = await sendTest(owner)
    expect(answer).toMatchObject({ status: 200, body: { result, reply, to: owner.email } })
    expect(JSON.stringify(answer.body)).not.toMatch(/127\.0\.0\.1|No such mailbox/)
  }
  smtp.become('accept')
  expect((await sendTest(owner)).body).toEqual({ result: 'accepted', reply: null, to: owner.email })
  expect(smtp.mails).toMatchObject([{ to: owner.email, subject: 'Parley: Test-E-Mail' }])
  expect((await sendTest(owner)).status).toBe(200)
  expect(await sendTest(owner)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
})

test('test e-mails are limited per day, too', async () => {
  const person = await service.found('Impatient')
  expect((await sendTest(person)).status).toBe(200)
  await service.pool.query(`update auth_attempt set count = 30 where key like 'test mails of %'`)
  expect(await sendTest(person)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
})

test('everybody sees whether e-mail is sent; admins decide whether it may quote notes', async () => {
  const agent = await service.join(owner, 'agent')
  const initial = { configured: true, from: 'parley@example.com', notification_previews: false }
  expect((await settings('GET', agent)).body).toEqual(initial)
  expect((await settings('PATCH', agent, { notification_previews: true })).status).toBe(403)
  expect((await settings('PATCH', admin, { notification_previews: true })).body).toEqual({
    ...initial,
    notification_previews: true,
  })
})

test('without a mail server the settings say so, and a test is refused', async () => {
  const quiet = await startPanelService()
  const person = await quiet.found('Quiet')
  const path = `/v1/organizations/${person.organizationId}/mail-settings`
  expect((await quiet.call('GET', path, { cookie: person.cookie })).body).toEqual({
    configured: false,
    from: null,
    notification_previews: false,
  })
  expect(await sendTest(person, quiet)).toMatchObject({ status: 409, body: { code: 'mail_off' } })
  await quiet.close()
})
