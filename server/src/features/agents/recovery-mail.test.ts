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
const newPassword = 'another horse battery'

let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let service: PanelService
let owner: Member
beforeAll(async () => {
  smtp = await startSmtpServer()
  service = await startPanelService({
    environment: { PARLEY_SMTP_URL: smtp.url, PARLEY_MAIL_FROM: 'Parley <parley@example.com>' },
  })
  owner = await service.found('Acme')
})
afterAll(async () => {
  await service.close()
  await smtp.stop()
})

const problem = (code: string) => expect.objectContaining({ code })
let address = 0
const nextIp = () => `203.0.113.${(address += 1)}`
const ask = (email: string, more: { language?: string; ip?: string } = {}, to = service) => {
  const { ip = nextIp(), ...rest } = more
  return to.call('POST', '/v1/public/password-resets/request', { body: { email, ...rest }, ip })
}
const use = (token: string, password = newPassword) =>
  service.call('POST', '/v1/public/password-resets/use', { body: { token, password }, ip: nextIp() })
const signIn = (email: string, password: string) =>
  service.call('POST', '/v1/auth/sign-in/email', { body: { email, password }, ip: nextIp() })
const tokenIn = (text: string, page: string) =>
  new RegExp(`http://localhost:8080/panel/${page}#([\\w-]{43})`).exec(text)?.[1] ?? ''

test('a person resets the password by e-mail, in their language', async () => {
  const agent = await service.join(owner, 'agent')
  expect(await ask(agent.email.toUpperCase(), { language: 'de' })).toMatchObject({ status: 202, body: {} })
  const mail = await smtp.mailTo(agent.email)
  expect(mail).toMatchObject({ from: 'parley@example.com', subject: 'Parley: Passwort zurücksetzen' })
  const token = tokenIn(mail.text, 'reset-password')
  expect(await use(token)).toMatchObject({ status: 200, body: { email: agent.email } })
  expect(await signIn(agent.email, newPassword)).toMatchObject({ status: 200 })
  expect(await service.call('GET', '/v1/me', { cookie: agent.cookie })).toMatchObject({ status: 401 })
})

test('a password that an admin’s link or an invitation has set is reported to the address', async () => {
  const agent = await service.join(owner, 'agent')
  const ofOwner = `/v1/organizations/${owner.organizationId}`
  const by = { cookie: owner.cookie }
  const link = await service.call('POST', `${ofOwner}/agents/${agent.agentId}/reset-link`, by)
  expect(await use(tokenOf(link.body))).toMatchObject({ status: 200 })
  expect((await smtp.mailTo(agent.email)).subject).toBe('Parley: Your password was changed')

  await service.call('DELETE', `${ofOwner}/agents/${agent.agentId}`, by)
  const body = { role: 'agent', email: agent.email }
  const invitation = await service.call('POST', `${ofOwner}/invitations`, { ...by, body })
  const person = { name: 'Back', password: testPassword, language: 'de' }
  expect(
    await service.call('POST', '/v1/public/invitations/accept', {
      body: { token: tokenOf(invitation.body), ...person },
      ip: nextIp(),
    }),
  ).toMatchObject({ status: 200 })
  await expect
    .poll(() => smtp.mails.filter(({ to }) => to === agent.email).map(({ subject }) => subject))
    .toEqual(['Parley: Your password was changed', 'Parley: Ihr Passwort wurde geändert'])
})

test('a link sent by e-mail expires after an hour', async () => {
  const late = await startPanelService({
    environment: { PARLEY_SMTP_URL: smtp.url, PARLEY_MAIL_FROM: 'parley@example.com' },
  })
  const person = await late.found('Late')
  await late.pool.query(`update auth_user set email = 'late@example.com'`)
  await ask('late@example.com', {}, late)
  const token = tokenIn((await smtp.mailTo('late@example.com')).text, 'reset-password')
  late.advance(hourMs)
  expect(
    await late.call('POST', '/v1/public/password-resets/use', { body: { token, password: newPassword } }),
  ).toMatchObject({ status: 410, body: problem('reset_expired') })
  expect(person.email).not.toBe('')
  await late.close()
})

test('the response is the same for unknown addresses and waits for neither the account lookup nor the mail server', async () => {
  const silent = await startSmtpServer({ behaviour: 'silent' })
  const slow = await startPanelService({
    environment: { PARLEY_SMTP_URL: silent.url, PARLEY_MAIL_FROM: 'parley@example.com' },
  })
  const person = await slow.found('Slow')
  // The account is locked, so a response that waits for it would never arrive.
  const lock = await slow.pool.connect()
  await lock.query('begin')
  await lock.query('lock table auth_user, password_reset in access exclusive mode')
  const known = await ask(person.email, {}, slow)
  const unknown = await ask('nobody@example.com', {}, slow)
  await lock.query('rollback')
  lock.release()
  expect(known.status).toBe(202)
  const comparable = ({ status, body, headers }: typeof known) => ({
    status,
    body,
    headers: { ...headers, date: null, 'x-request-id': null },
  })
  expect(comparable(known)).toEqual(comparable(unknown))
  await expect.poll(() => silent.connections()).toBe(1)
  await silent.stop()
  await slow.close()
})

test('requests are limited per address, whether or not it has an account, and per network', async () => {
  const agent = await service.join(owner, 'agent')
  for (const email of [agent.email, 'unknown@example.com']) {
    for (let time = 0; time < 5; time += 1) expect(await ask(email)).toMatchObject({ status: 202 })
    expect(await ask(email)).toMatchObject({ status: 429, body: problem('rate_limited') })
  }
  const ip = '198.51.100.7'
  for (let time = 0; time < 10; time += 1)
    expect(await ask(`person${time}@elsewhere.test`, { ip })).toMatchObject({ status: 202 })
  expect(await ask('another@elsewhere.test', { ip })).toMatchObject({ status: 429 })
})

test('requests that are refused because of the limit of their address do not count for the network', async () => {
  const email = 'wanted@elsewhere.test'
  for (let time = 0; time < 5; time += 1) await ask(email)
  const ip = '198.51.100.8'
  for (let time = 0; time < 10; time += 1) expect(await ask(email, { ip })).toMatchObject({ status: 429 })
  expect(await ask('colleague@elsewhere.test', { ip })).toMatchObject({ status: 202 })
})

test('a new e-mail address takes effect when confirmed, and the old address is notified', async () => {
  const agent = await service.join(owner, 'agent')
  const [cookie] = (await signIn(agent.email, testPassword)).cookies
  const email = 'confirmed@example.com'
  expect(
    await service.call('POST', '/v1/auth/change-email', { cookie, body: { email, password: testPassword } }),
  ).toMatchObject({ status: 200, body: { state: 'confirm' } })
  const token = tokenIn((await smtp.mailTo(email)).text, 'confirm-email')
  expect(await signIn(email, testPassword)).toMatchObject({ status: 401 })
  const confirm = () =>
    service.call('POST', '/v1/public/email-changes/confirm', { body: { token }, ip: nextIp() })
  expect(await confirm()).toMatchObject({ status: 200, body: { email } })
  expect(await signIn(email, testPassword)).toMatchObject({ status: 200 })
  expect((await smtp.mailTo(agent.email)).text).toContain(email)
})

test('a repeat of a confirmation succeeds without another notice, until the link expires or the address changes again', async () => {
  const agent = await service.join(owner, 'agent')
  const email = 'repeated@example.com'
  const body = { email, password: testPassword }
  await service.call('POST', '/v1/auth/change-email', { cookie: agent.cookie, body })
  const token = tokenIn((await smtp.mailTo(email)).text, 'confirm-email')
  const confirm = () =>
    service.call('POST', '/v1/public/email-changes/confirm', { body: { token }, ip: nextIp() })
  const queued = async () => (await service.pool.query(`select from mail where kind = 'account'`)).rowCount
  const before = await queued()
  const done = { status: 200, body: { email } }
  expect(await Promise.all([confirm(), confirm()])).toMatchObject([done, done])
  expect(await confirm()).toMatchObject(done)
  expect(await queued()).toBe((before ?? 0) + 1)

  service.advance(24 * hourMs)
  expect(await confirm()).toMatchObject({ status: 410, body: problem('email_link_expired') })
  service.advance(-24 * hourMs)
  await service.pool.query(`update auth_user set email = 'moved@example.com' where email = $1`, [email])
  expect(await confirm()).toMatchObject({ status: 404, body: problem('email_link_invalid') })
  expect(await signIn('moved@example.com', testPassword)).toMatchObject({ status: 200 })
})

test('a rejected confirmation e-mail is reported and changes nothing', async () => {
  const full = await startSmtpServer({ behaviour: 'full' })
  const strict = await startPanelService({
    environment: { PARLEY_SMTP_URL: full.url, PARLEY_MAIL_FROM: 'parley@example.com' },
  })
  const person = await strict.found('Strict')
  expect(
    await strict.call('POST', '/v1/auth/change-email', {
      cookie: person.cookie,
      body: { email: 'full@example.com', password: testPassword },
    }),
  ).toMatchObject({ status: 502, body: problem('mail_not_sent') })
  expect(await strict.call('GET', '/v1/me', { cookie: person.cookie })).toMatchObject({
    body: { user: { email: person.email } },
  })
  await strict.close()
  await full.stop()
})
