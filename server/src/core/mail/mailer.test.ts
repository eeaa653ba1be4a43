import { afterEach, expect, test } from 'vitest'
import { startSmtpServer, type SmtpOptions } from '../../testing/smtp-server.ts'
import { createTestAuthority } from '../../testing/test-certificates.ts'
import { environmentReader } from '../environment.ts'
import { readMailSettings, type MailSettings } from './mail-settings.ts'
import { attemptMs, createMailer, isRejected } from './mailer.ts'

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

const full = {
  ...mail,
  html: '<p>İşte bağlantı</p>',
  fromName: 'Acme',
  replyTo: { name: 'Çay', address: 'reply+1@example.com' },
  language: 'tr',
  date: new Date('2026-11-23T08:00:00Z'),
  messageId: 'm1@example.com',
  inReplyTo: '<m0@example.com>',
  references: ['<first@example.com>', '<m0@example.com>'],
  attachments: [{ name: 'report.csv', contentType: 'text/csv', content: 'a,b\r\n1,ü\r\n' }],
  headers: { 'List-Unsubscribe': '<https://x.test/u>' },
}

test('a message carries HTML, attachments, a thread and further headers', async () => {
  const server = await start()
  await createMailer(settings(server.port)).send(full)
  const [received] = server.mails
  expect(received).toMatchObject({ html: full.html, attachments: [{ name: 'report.csv' }] })
  expect(received?.text.trimEnd()).toBe(mail.text.trimEnd())
  expect(received?.attachments[0]?.content).toBe(full.attachments[0]?.content)
  const head = received?.head.replaceAll(/\n[ \t]+/g, ' ') ?? ''
  for (const line of [
    'From: Acme <support@example.com>',
    'Message-ID: <m1@example.com>',
    'In-Reply-To: <m0@example.com>',
    'References: <first@example.com> <m0@example.com>',
    'Date: Mon, 23 Nov 2026 08:00:00 +0000',
    'Content-Language: tr',
    'List-Unsubscribe: <https://x.test/u>',
    'X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply',
  ])
    expect(head).toContain(line)
  expect(head).toMatch(/^Reply-To: =\?UTF-8\?.*<reply\+1@example.com>$/m)

  await createMailer(settings(server.port)).send({ ...mail, automatic: false })
  expect(server.mails[1]?.head).not.toMatch(/Auto-Submitted|Auto-Response/)
})

test('line breaks in names, ids and header fields inject nothing', async () => {
  const server = await start()
  const mailer = createMailer(settings(server.port))
  const evil = 'x\r\nBcc: eve@example.com\r\n\r\nBody'
  for (const refused of [
    { headers: { 'X-One': evil } },
    { headers: { [evil]: 'x' } },
    { headers: { Bcc: 'eve@example.com' } },
    { replyTo: { name: 'x', address: evil } },
    { to: evil },
  ])
    await expect(mailer.send({ ...full, ...refused })).rejects.toMatchObject({ code: 'invalid_mail' })
  expect(server.connections()).toBe(0)
  await mailer.send({
    ...full,
    fromName: evil,
    subject: `a\u2028${evil}`,
    language: evil,
    messageId: evil,
    inReplyTo: evil,
    references: [evil, '<ok@example.com>'],
    replyTo: { name: evil, address: 'reply@example.com' },
    attachments: [{ name: evil, contentType: `text/plain${evil}`, content: 'c' }],
  })
  expect(server.mails).toHaveLength(1)
  expect(server.mails[0]?.to).toBe(mail.to)
  expect(server.mails[0]?.head).not.toMatch(/^Bcc:/im)
  expect(server.mails[0]?.head).toContain('References: <ok@example.com>')
})

test('a reply to the message rejects it; one to the login or the connection does not', () => {
  const error = (responseCode: number, command: string) =>
    Object.assign(new Error(''), { responseCode, command })
  expect(isRejected(error(535, 'AUTH PLAIN'))).toBe(false)
  expect(isRejected(error(554, 'CONN'))).toBe(false)
  expect(isRejected(error(550, 'MAIL FROM'))).toBe(false)
  expect(isRejected(error(452, 'RCPT TO'))).toBe(false)
  expect(isRejected(error(550, 'RCPT TO'))).toBe(true)
  expect(isRejected(error(554, 'DATA'))).toBe(true)
  expect(isRejected(error(552, 'MAIL FROM'))).toBe(true)
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

test('an attempt ends after its time although the server is never silent, and closes the connection', async () => {
  // The content is handed over after several round trips.
  for (const [behaviour, timeoutMs, isHandedOver] of [
    ['drip-greeting', 300, false],
    ['drip', 3_000, true],
  ] as const) {
    const server = await start({ behaviour })
    const error = await createMailer(settings(server.port))
      .send(mail, { timeoutMs })
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'ETIMEDOUT', isHandedOver })
    await expect.poll(() => server.openConnections(), { timeout: 15_000 }).toBe(0)
  }
})

test('large files have more time', () => {
  expect(attemptMs(mail)).toBe(90_000)
  const attachments = [{ name: 'f', contentType: 'text/plain', content: Buffer.alloc(18_000_000) }]
  expect(attemptMs({ ...mail, attachments })).toBe(270_000)
})
