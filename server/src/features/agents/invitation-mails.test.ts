import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPanelService, tokenOf, type Member, type PanelService } from '../../testing/panel-service.ts'
import { startSmtpServer } from '../../testing/smtp-server.ts'

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

const invitations = (from: Member, body?: object, to = service) =>
  to.call(body ? 'POST' : 'GET', `/v1/organizations/${from.organizationId}/invitations`, {
    cookie: from.cookie,
    ...(body && { body }),
  })
const stateOf = async (email: string) =>
  (await invitations(owner)).body.data.find((one: { email: string | null }) => one.email === email)?.mail

test('an invitation is sent only on request, and never without a mail server', async () => {
  expect((await invitations(owner, { role: 'agent', email: 'quiet@example.com' })).body.mail).toBeNull()
  expect((await invitations(owner, { role: 'agent', mail_language: 'de' })).body.mail).toBeNull()
  const quiet = await startPanelService()
  const person = await quiet.found('Quiet')
  const body = { role: 'agent', email: 'ada@example.com', mail_language: 'de' }
  expect(await invitations(person, body, quiet)).toMatchObject({ status: 409, body: { code: 'mail_off' } })
  expect((await invitations(person, undefined, quiet)).body.data).toEqual([])
  await quiet.close()
  expect(smtp.mails).toEqual([])
})

test('the link arrives in the chosen language and works; the list shows that it was sent', async () => {
  const body = { role: 'agent', email: 'ada@example.com', mail_language: 'de' }
  const created = (await invitations(owner, body)).body
  expect(created.mail).toBe('waiting')
  const mail = await smtp.mailTo('ada@example.com')
  expect(mail.subject).toBe('Einladung zu Acme')
  expect(mail.text).toContain(created.url)
  expect(mail.html).toContain(`<a href="${created.url}">Einladung zu Acme</a>`)
  expect(mail.html).toContain('lang="de"')
  await expect.poll(() => stateOf('ada@example.com')).toBe('sent')
  const lookup = { body: { token: tokenOf(created) } }
  expect((await service.call('POST', '/v1/public/invitations/lookup', lookup)).body).toMatchObject({
    organization: 'Acme',
    email: 'ada@example.com',
  })
})

test('a rejected invitation is shown as failed', async () => {
  smtp.become('unknown')
  await invitations(owner, { role: 'agent', email: 'nobody@example.com', mail_language: 'en' })
  await expect.poll(() => stateOf('nobody@example.com')).toBe('failed')
  smtp.become('accept')
})

test('an address receives at most three invitations a day, from all organizations together', async () => {
  const others = [await service.found('One'), await service.found('Two'), await service.found('Three')]
  const body = { role: 'agent', email: 'Flooded@example.com', mail_language: 'en' }
  for (const other of others) expect((await invitations(other, body)).status).toBe(201)
  const refused = await invitations(owner, { ...body, email: 'flooded@example.com' })
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  service.advance(25 * 3600 * 1000)
  expect((await invitations(owner, body)).status).toBe(201)
})

test('invitations that are refused because of the limit of their organization do not count for the address', async () => {
  const spammer = await service.found('Spammer')
  const body = (email: string) => ({ role: 'agent', email, mail_language: 'en' })
  expect((await invitations(spammer, body('first@example.com'))).status).toBe(201)
  await service.pool.query('update auth_attempt set count = 50 where key = $1', [
    `invitation mails of ${spammer.organizationId}`,
  ])
  for (let attempt = 0; attempt < 3; attempt += 1)
    expect((await invitations(spammer, body('wanted@example.com'))).status).toBe(429)
  expect((await invitations(owner, body('wanted@example.com'))).status).toBe(201)
})
