import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startPanelService,
  testPassword,
  tokenOf,
  type Member,
  type PanelService,
} from '../../testing/panel-service.ts'
import { startSmtpServer } from '../../testing/smtp-server.ts'

const hourMs = 60 * 60 * 1000

let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let service: PanelService
let owner: Member
const environment = () => ({ PARLEY_SMTP_URL: smtp.url, PARLEY_MAIL_FROM: 'Parley <parley@example.com>' })
beforeAll(async () => {
  smtp = await startSmtpServer()
  service = await startPanelService({ environment: environment() })
  owner = await service.found('Acme')
})
afterAll(async () => {
  await service.close()
  await smtp.stop()
})

let address = 0
const nextIp = () => `203.0.113.${(address += 1)}`
const request = (cookie: string | undefined, body: object = {}, ip = nextIp(), to = service) =>
  to.call('POST', '/v1/auth/confirm-email', { cookie, body, ip })
const confirm = (token: string) =>
  service.call('POST', '/v1/public/email-changes/confirm', { body: { token }, ip: nextIp() })
const isUnconfirmed = async ({ cookie }: { cookie: string }, of = service) =>
  (await of.call('GET', '/v1/me', { cookie })).body.user.email_unconfirmed
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to === email)
const tokenIn = (text = '') => /\/panel\/confirm-email#([\w-]{43})/.exec(text)?.[1] ?? ''

test('a link is refused without a session and without a mail server', async () => {
  expect(await request(undefined)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  const quiet = await startPanelService()
  const person = await quiet.found('Quiet')
  expect(await request(person.cookie, {}, nextIp(), quiet)).toMatchObject({
    status: 409,
    body: { code: 'mail_off' },
  })
  expect(await isUnconfirmed(person, quiet)).toBe(false)
  await quiet.close()
})

test('with open sign-up, a person confirms their address with a link in their language, and nobody else is notified', async () => {
  const agent = await service.join(owner, 'agent')
  expect(await isUnconfirmed(agent)).toBe(true)
  expect(await request(agent.cookie, { language: 'de' })).toMatchObject({
    status: 200,
    body: { state: 'sent' },
  })
  const mail = await smtp.mailTo(agent.email)
  expect(mail.subject).toBe('Parley: E-Mail-Adresse bestätigen')
  const queued = async () => (await service.pool.query(`select from mail where kind = 'account'`)).rowCount
  const before = await queued()
  const done = { status: 200, body: { email: agent.email } }
  expect(await confirm(tokenIn(mail.text))).toMatchObject(done)
  expect(await confirm(tokenIn(mail.text))).toMatchObject(done)
  expect(await queued()).toBe(before)
  expect(await isUnconfirmed(agent)).toBe(false)
  expect(await request(agent.cookie)).toMatchObject({ status: 200, body: { state: 'confirmed' } })
  expect(mailsTo(agent.email)).toHaveLength(1)
})

test('a new link replaces the earlier one, and a change of the address withdraws it', async () => {
  const agent = await service.join(owner, 'agent')
  await request(agent.cookie)
  await request(agent.cookie)
  const [first, second] = mailsTo(agent.email)
  const invalid = { status: 404, body: { code: 'email_link_invalid' } }
  expect(await confirm(tokenIn(first?.text))).toMatchObject(invalid)

  const email = 'elsewhere@example.com'
  const body = { email, password: testPassword }
  await service.call('POST', '/v1/auth/change-email', { cookie: agent.cookie, body, ip: nextIp() })
  expect(await confirm(tokenIn((await smtp.mailTo(email)).text))).toMatchObject({ status: 200 })
  expect(await confirm(tokenIn(second?.text))).toMatchObject(invalid)
  expect(await isUnconfirmed(agent)).toBe(false)
})

test('a link expires after a day', async () => {
  const agent = await service.join(owner, 'agent')
  await request(agent.cookie)
  const token = tokenIn((await smtp.mailTo(agent.email)).text)
  service.advance(24 * hourMs)
  expect(await confirm(token)).toMatchObject({ status: 410, body: { code: 'email_link_expired' } })
  service.advance(-24 * hourMs)
  expect(await isUnconfirmed(agent)).toBe(true)
})

test('links are limited per address, also those for a change to it, and per network', async () => {
  const agents = await Promise.all([1, 2, 3].map(() => service.join(owner, 'agent')))
  const [first, second, third] = agents.map(({ cookie }) => cookie)
  const body = { email: 'victim@example.com', password: testPassword }
  const change = (cookie: string | undefined, ip = nextIp()) =>
    service.call('POST', '/v1/auth/change-email', { cookie, body, ip })
  for (const cookie of [first, first, first, second, second])
    expect(await change(cookie)).toMatchObject({ status: 200, body: { state: 'confirm' } })
  expect(await change(third)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })

  const ip = '198.51.100.9'
  const one = await service.join(owner, 'agent')
  expect(await request(one.cookie, {}, ip)).toMatchObject({ status: 200 })
  await service.pool.query(`update auth_attempt set count = 50 where key like 'confirmation mail from %'`)
  const other = await service.join(owner, 'agent')
  expect(await request(other.cookie, {}, ip)).toMatchObject({ status: 429 })
  expect(await request(other.cookie)).toMatchObject({ status: 200 })
})

test('links that the mail server refuses do not count', async () => {
  const agent = await service.join(owner, 'agent')
  smtp.become('full')
  for (let count = 0; count < 6; count += 1)
    expect(await request(agent.cookie)).toMatchObject({ status: 502, body: { code: 'mail_not_sent' } })
  smtp.become('accept')
  expect(await request(agent.cookie)).toMatchObject({ status: 200, body: { state: 'sent' } })
})

test('a reset by e-mail confirms the address, and one by an admin does not', async () => {
  const byMail = await service.join(owner, 'agent')
  const byAdmin = await service.join(owner, 'agent')
  const body = { email: byMail.email }
  await service.call('POST', '/v1/public/password-resets/request', { body, ip: nextIp() })
  const mailed = /reset-password#([\w-]{43})/.exec((await smtp.mailTo(byMail.email)).text)?.[1] ?? ''
  const path = `/v1/organizations/${owner.organizationId}/agents/${byAdmin.agentId}/reset-link`
  const shown = tokenOf((await service.call('POST', path, { cookie: owner.cookie })).body)
  for (const [{ email }, token, unconfirmed] of [
    [byMail, mailed, false],
    [byAdmin, shown, true],
  ] as const) {
    const password = 'another horse battery'
    await service.call('POST', '/v1/public/password-resets/use', { body: { token, password }, ip: nextIp() })
    const body = { email, password }
    const [cookie = ''] = (await service.call('POST', '/v1/auth/sign-in/email', { body, ip: nextIp() }))
      .cookies
    expect(await isUnconfirmed({ cookie })).toBe(unconfirmed)
  }
})

test('where only admins add people, no address has to be confirmed', async () => {
  const url = service.url
  const closed = await startPanelService({ url, environment: { ...environment(), PARLEY_SIGNUP: 'closed' } })
  expect(await isUnconfirmed(owner)).toBe(true)
  expect(await isUnconfirmed(owner, closed)).toBe(false)
  await closed.close()
})
