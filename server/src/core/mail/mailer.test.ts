import { afterEach, expect, test } from 'vitest'
import { startSmtpServer, type SmtpOptions } from '../../testing/smtp-server.ts'
import { createTestAuthority } from '../../testing/test-certificates.ts'
import { environmentReader } from '../environment.ts'
import { readMailSettings, type MailSettings } from './mail-settings.ts'
import { createMailer } from './mailer.ts'

type Server = Awaited<ReturnType<typeof startSmtpServer>>
const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})
async function start(options?: SmtpOptions): Promise<Server> {
  const server = await startSmtpServer(options)
  servers.push(server)
  return server
}

const settings = (port: number, more: Partial<MailSettings> = {}): MailSettings => ({
  host: '127.0.0.1',
  port,
  tls: 'none',
  login: null,
  from: { name: 'Çay & Co', address: 'support@example.com' },
  ...more,
})
const mail = {
  to: 'ada@example.com',
  subject: 'Parolanızı sıfırlayın',
  text: 'İşte bağlantı:\n.\nhttps://x.test/#abc\n',
}

test('a message arrives complete, for one recipient, marked as automatic', async () => {
  const server = await start()
  await createMailer(settings(server.port)).send(mail)
  expect(server.mails).toMatchObject([
    { from: 'support@example.com', to: 'ada@example.com', subject: mail.subject, login: null },
  ])
  expect(server.mails[0]?.text.trimEnd()).toBe(mail.text.trimEnd())
  expect(server.mails[0]?.head).toContain('Auto-Submitted: auto-generated')
})

test('the password is sent only over TLS with a verified certificate', async () => {
  const authority = createTestAuthority()
  const certificate = authority.issue({ names: ['127.0.0.1'] })
  const login = { user: 'parley', password: 'the password' }
  const secured = await start({ certificate })
  const starttls = settings(secured.port, { tls: 'starttls', login })
  await createMailer(starttls, { ca: authority.cert }).send(mail)
  expect(secured.mails).toMatchObject([{ encrypted: true, login: 'parley' }])
  await expect(createMailer(starttls).send(mail)).rejects.toThrow(/certificate/)

  const plain = await start()
  await expect(createMailer(settings(plain.port, { tls: 'starttls', login })).send(mail)).rejects.toThrow()
  expect([...secured.mails, ...plain.mails]).toHaveLength(1)
})

test('an address or a subject can inject neither recipients nor headers', async () => {
  const server = await start()
  const mailer = createMailer(settings(server.port))
  await mailer.send({ ...mail, subject: 'One\r\nBcc: eve@example.com' })
  for (const to of ['ada@example.com, eve@example.com', 'ada@example.com>\r\nRCPT TO:<eve@example.com']) {
    await mailer.send({ ...mail, to }).catch(() => {})
  }
  expect(server.mails.map(({ to }) => to)).not.toContain('eve@example.com')
  for (const { head } of server.mails) expect(head).not.toMatch(/^Bcc:/m)
})

test('the error of a rejected message has the reply of the server, but no address', async () => {
  const server = await start({ behaviour: 'unknown' })
  const error: Error = await createMailer(settings(server.port))
    .send(mail)
    .then(
      () => expect.fail('sent'),
      (reason) => reason,
    )
  expect(error).toMatchObject({ responseCode: 550, message: expect.stringContaining('No such mailbox') })
  expect(JSON.stringify([error.message, error.stack, Object.entries(error)])).not.toContain(mail.to)
})

const read = (url: string | undefined, from: string | undefined = 'support@example.com') => {
  const reader = environmentReader({ PARLEY_SMTP_URL: url, PARLEY_MAIL_FROM: from })
  return { settings: readMailSettings(reader), problems: reader.problems }
}

test('the settings determine TLS, port and sender', () => {
  expect(read('smtp://u:p%40ss@smtp.example.com').settings).toEqual({
    host: 'smtp.example.com',
    port: 587,
    tls: 'starttls',
    login: { user: 'u', password: 'p@ss' },
    from: { name: 'Parley', address: 'support@example.com' },
  })
  expect(read('smtps://smtp.example.com', 'Tea & Co <tea@example.com>').settings).toMatchObject({
    port: 465,
    tls: 'implicit',
    from: { name: 'Tea & Co', address: 'tea@example.com' },
  })
  expect(read('smtp://localhost:25').settings).toMatchObject({ port: 25, tls: 'none' })
  expect(read('smtp://mail:25?tls=none').settings).toMatchObject({ host: 'mail', tls: 'none' })
  expect(read(undefined, '').settings).toBeNull()
})

test.each([
  ['http://smtp.example.com', /write smtp:/],
  ['smtp.example.com:587', /write smtp:/],
  ['smtp://u:secret@smtp.example.com?tls=none', /without encryption/],
  ['smtps://smtp.example.com?tls=none', /smtps/],
  ['smtp://smtp.example.com?pool=true', /only option/],
  ['smtp://smtp.example.com/path', /only option/],
  ['smtp://u@smtp.example.com', /both a user and a password/],
])('%s is refused, without quoting the password', (url, reason) => {
  const { settings: none, problems } = read(url)
  expect(none).toBeNull()
  expect(problems).toEqual([expect.stringMatching(reason)])
  expect(problems.join('')).not.toContain('secret')
})

test('both variables are needed, and the sender is an address', () => {
  expect(read('smtp://localhost', '').problems).toEqual([
    expect.stringContaining('PARLEY_MAIL_FROM is missing'),
  ])
  expect(read(undefined).problems).toEqual([expect.stringContaining('PARLEY_SMTP_URL is missing')])
  expect(read('smtp://localhost', 'support').problems).toEqual([expect.stringContaining('write an address')])
})
