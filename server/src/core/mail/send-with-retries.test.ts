import { afterEach, expect, test } from 'vitest'
import { startSmtpServer, type SmtpOptions } from '../../testing/smtp-server.ts'
import { createMailer, type Mailer } from './mailer.ts'
import { sendWithRetries } from './send-with-retries.ts'

type Server = Awaited<ReturnType<typeof startSmtpServer>>
const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})
async function start(options: SmtpOptions): Promise<{ server: Server; mailer: Mailer }> {
  const server = await startSmtpServer(options)
  servers.push(server)
  const from = { name: 'Parley', address: 'parley@example.com' }
  return {
    server,
    mailer: createMailer({ host: '127.0.0.1', port: server.port, tls: 'none', login: null, from }),
  }
}
const mail = { to: 'ada@example.com', subject: 'Reset your password', text: 'https://x.test/#abc\n' }
const { signal } = new AbortController()

test('a permanently rejected message is not retried', async () => {
  const { server, mailer } = await start({ behaviour: 'unknown' })
  await expect(sendWithRetries(mailer, mail, { signal, delaysMs: [1, 1] })).rejects.toThrow('550')
  expect(server.connections()).toBe(1)
})

test('aborting ends the delay before the next attempt', async () => {
  const stopping = new AbortController()
  const { server, mailer } = await start({ behaviour: 'full' })
  const options = { signal: stopping.signal, delaysMs: [3_600_000] }
  const sent = sendWithRetries(mailer, mail, options)
  await expect.poll(() => server.connections()).toBe(1)
  stopping.abort()
  await expect(sent).rejects.toThrow('452')
})

test('attempts are limited, and the last error is thrown', async () => {
  const { server, mailer } = await start({ behaviour: 'full' })
  await expect(sendWithRetries(mailer, mail, { signal, delaysMs: [1, 1] })).rejects.toThrow('452')
  expect(server.connections()).toBe(3)
})

test('a temporarily rejected message is delivered once by a later attempt', async () => {
  const { server, mailer } = await start({ behaviour: { greylist: 2 } })
  await sendWithRetries(mailer, mail, { signal, delaysMs: [1, 1, 1] })
  expect(server.connections()).toBe(3)
  expect(server.mails).toMatchObject([{ to: mail.to, subject: mail.subject }])
})
