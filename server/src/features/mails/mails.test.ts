import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import type { Logger } from '../../core/logger.ts'
import type { QueuedMail } from '../../core/mail/mail-queue.ts'
import { createMailer } from '../../core/mail/mailer.ts'
import { createSecrets } from '../../core/secrets.ts'
import { startSmtpServer } from '../../testing/smtp-server.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { queueDepth, claimMail } from './mail-store.ts'
import { createMailWorker, type MailWorker, type MailWorkerDeps } from './mail-worker.ts'
import { createMails } from './mails.ts'
import { databaseNow } from '../../core/database-time.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const link = 'https://parley.test/panel/reset-password#one-time'
const secrets = createSecrets('a secret for tests')
const from = { name: 'Parley', address: 'parley@example.com' }

let database: Awaited<ReturnType<typeof createTestDatabase>>
let handle: DatabaseHandle
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let ahead = 0
const clock = () => Date.now() + ahead
let logged: string[] = []
const log = (...parts: unknown[]) => void logged.push(JSON.stringify(parts))
const logger = { info: log, warn: log, error: log } as unknown as Logger
let outcomes: string[] = []
const workers: MailWorker[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  handle = openDatabase(database.url)
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})
beforeEach(async () => {
  ahead = 0
  logged = []
  outcomes = []
  await handle.pool.query('delete from mail')
  smtp = await startSmtpServer()
})
afterEach(async () => {
  await smtp.stop()
  for (const worker of workers.splice(0)) await worker.stop()
})

const queue = (isOn = true) => createMails({ db: handle.db, clock, secrets, isOn, wake: () => {} })
const mailTo = (to: string, more: Partial<QueuedMail> = {}): QueuedMail => ({
  kind: 'report',
  organizationId: null,
  mail: { to, subject: 'Private subject', text: `Private text\n${link}\n` },
  ...more,
})
const enqueue = (to: string, more?: Partial<QueuedMail>) => queue().enqueue(handle.db, mailTo(to, more))

function newWorker(more: Partial<MailWorkerDeps> = {}): MailWorker {
  const mailer = createMailer({ host: '127.0.0.1', port: smtp.port, tls: 'none', login: null, from })
  const onOutcome = (kind: string, outcome: string) => void outcomes.push(`${kind} ${outcome}`)
  const base = { db: handle.db, clock, secrets, mailer, domain: 'example.com', logger, onOutcome }
  const worker = createMailWorker({ ...base, ...more })
  workers.push(worker)
  return worker
}
const stateOf = async (id: string) => (await queue().states([id])).get(id)
const rowOf = async (id: string) =>
  (await handle.pool.query('select * from mail where id = $1', [id])).rows[0] as Record<string, unknown>
const messageIds = () => smtp.mails.map(({ head }) => /^Message-ID: (.*)$/im.exec(head)?.[1])

describe('nothing is sent', () => {
  test('if the transaction is rolled back', async () => {
    const failed = handle.db.transaction().execute(async (trx) => {
      await queue().enqueue(trx, mailTo('ada@example.com'))
      throw new Error('Rolled back')
    })
    await expect(failed).rejects.toThrow('Rolled back')
    await newWorker().sendDue()
    expect(smtp.connections()).toBe(0)
  })

  test('without a mail server: the caller is told', async () => {
    await expect(queue(false).enqueue(handle.db, mailTo('ada@example.com'))).rejects.toMatchObject({
      code: 'mail_off',
    })
  })

  test('that is larger than 8 MB', async () => {
    const attachments = [{ name: 'a.csv', contentType: 'text/csv', content: Buffer.alloc(6.5 * 1024 * 1024) }]
    const large = mailTo('ada@example.com')
    const failed = queue().enqueue(handle.db, { ...large, mail: { ...large.mail, attachments } })
    await expect(failed).rejects.toThrow('too large')
  })

  test('after its lifetime, however long the server was away', async () => {
    const id = await enqueue('ada@example.com', { lifetimeMs: 60 * minuteMs })
    ahead = 61 * minuteMs
    await newWorker().sendDue()
    expect(await stateOf(id)).toBe('failed')
    expect(smtp.connections()).toBe(0)
    expect(outcomes).toEqual(['report expired'])
  })

  test('that was sealed with another secret', async () => {
    const id = await enqueue('ada@example.com')
    const worker = newWorker({ secrets: createSecrets('another secret') })
    await worker.sendDue()
    expect(smtp.connections()).toBe(0)
    expect(await stateOf(id)).toBe('waiting')
    expect(logged).toEqual([expect.stringContaining('unreadable')])
    ahead = 3 * dayMs - 1000
    await worker.sendDue()
    expect(await rowOf(id)).toMatchObject({ failure: 'unreadable', content: null })
    expect(outcomes).toEqual(['report retried', 'report expired'])
  })
})

test('a mail that was queued with another secret is sent once that secret is back', async () => {
  const id = await enqueue('ada@example.com')
  await newWorker({ secrets: createSecrets('another secret') }).sendDue()
  ahead = minuteMs
  await newWorker().sendDue()
  expect(await stateOf(id)).toBe('sent')
})

test('addresses, links and texts are sealed while a mail waits, and deleted once it is sent', async () => {
  const id = await enqueue('ada@example.com')
  const stored = JSON.stringify(await rowOf(id))
  for (const secret of ['ada@example.com', 'one-time', 'Private']) expect(stored).not.toContain(secret)
  await newWorker().sendDue()
  expect(smtp.mails).toMatchObject([{ to: 'ada@example.com', subject: 'Private subject' }])
  expect(smtp.mails[0]?.text).toContain(link)
  expect(await rowOf(id)).toMatchObject({ content: null, failure: null })
  expect(await stateOf(id)).toBe('sent')
})

test('HTML, headers and attachments survive the queue', async () => {
  const mail = {
    to: 'ada@example.com',
    subject: 'Report',
    text: 'Text',
    html: '<p>Text</p>',
    headers: { 'List-Unsubscribe': '<https://x.test/u>' },
    attachments: [{ name: 'r.csv', contentType: 'text/csv', content: Buffer.from('ü,1\r\n') }],
  }
  await queue().enqueue(handle.db, { kind: 'report', organizationId: null, mail })
  await newWorker().sendDue()
  expect(smtp.mails).toMatchObject([
    { html: mail.html, attachments: [{ name: 'r.csv', content: 'ü,1\r\n' }] },
  ])
  expect(smtp.mails[0]?.head).toContain('List-Unsubscribe: <https://x.test/u>')
  expect(smtp.mails[0]?.head).toContain('Auto-Submitted: auto-generated')
})

test('a rejected mail is recorded by reply code; the log has neither address nor text', async () => {
  smtp.become('unknown')
  const unknown = await enqueue('nobody@example.com')
  const worker = newWorker()
  await worker.sendDue()
  expect(await rowOf(unknown)).toMatchObject({ failure: '550 5.1.1 at RCPT TO', content: null })
  smtp.become('spam')
  const spam = await enqueue('ada@example.com')
  await worker.sendDue()
  expect(await rowOf(spam)).toMatchObject({ failure: '554 5.7.1 at DATA', attempts: 1 })
  expect(await stateOf(spam)).toBe('failed')
  expect(outcomes).toEqual(['report rejected', 'report rejected'])
  expect(logged.join('')).toContain('554 5.7.1')
  for (const secret of ['example.com', 'Private', 'one-time']) expect(logged.join('')).not.toContain(secret)
})

test('a temporarily refused mail waits, the others do not', async () => {
  smtp.become('full')
  const refused = await enqueue('ada@example.com')
  const worker = newWorker()
  await worker.sendDue()
  expect(await stateOf(refused)).toBe('waiting')
  smtp.become('accept')
  await enqueue('bob@example.com')
  await worker.sendDue()
  expect(smtp.mails.map(({ to }) => to)).toEqual(['bob@example.com'])
  ahead = 6000
  await worker.sendDue()
  expect(smtp.mails.map(({ to }) => to)).toEqual(['bob@example.com', 'ada@example.com'])
  expect(outcomes).toEqual(['report retried', 'report sent', 'report sent'])
})

test('a connection lost after the content repeats the mail with the same id', async () => {
  smtp.become({ lost: 1 })
  const id = await enqueue('ada@example.com')
  const worker = newWorker()
  await worker.sendDue()
  expect(await stateOf(id)).toBe('waiting')
  ahead = 6000
  await worker.sendDue()
  expect(await stateOf(id)).toBe('sent')
  expect(messageIds()).toEqual([`<parley.${id}@example.com>`, `<parley.${id}@example.com>`])
})

test('an attempt at a slow server ends, and the mail is tried again', async () => {
  smtp.become('slow')
  const id = await enqueue('ada@example.com')
  const worker = newWorker({ attemptTimeoutMs: 300 })
  await worker.sendDue()
  expect(await stateOf(id)).toBe('waiting')
  smtp.become('accept')
  ahead = 6000
  await worker.sendDue()
  expect(await stateOf(id)).toBe('sent')
})

test('a server that fails is asked with one mail at a time, and receives all once it is back', async () => {
  smtp.become('down')
  const ids = []
  for (let count = 0; count < 30; count += 1) ids.push(await enqueue(`person${count}@example.com`))
  const worker = newWorker({ pauseMs: () => 20, pollIntervalMs: 5 })
  worker.start()
  await expect.poll(() => smtp.connections()).toBeGreaterThan(6)
  // One line per outage.
  expect(logged.filter((line) => line.includes('the server fails'))).toHaveLength(1)
  smtp.become('accept')
  ahead = 11 * minuteMs
  await expect
    .poll(async () => (await queueDepth(handle.db, databaseNow(clock))).due, { timeout: 20_000 })
    .toBe(0)
  await expect.poll(() => smtp.mails.length, { timeout: 20_000 }).toBe(30)
  expect(new Set(smtp.mails.map(({ to }) => to)).size).toBe(30)
  expect(logged.join('')).toContain('works again')
})

test('several workers send each mail once', async () => {
  for (let count = 0; count < 40; count += 1) await enqueue(`person${count}@example.com`)
  await Promise.all([newWorker(), newWorker(), newWorker()].map((worker) => worker.sendDue()))
  const addresses = smtp.mails.map(({ to }) => to)
  expect(addresses).toHaveLength(40)
  expect(new Set(addresses).size).toBe(40)
})

test('a mail of a process that died is sent by another after its lease, and late results are ignored', async () => {
  const id = await enqueue('ada@example.com')
  const lost = await claimMail(handle.db, databaseNow(clock), 150_000)
  expect(lost?.id).toBe(id)
  const worker = newWorker()
  await worker.sendDue()
  expect(smtp.mails).toHaveLength(0)
  ahead = 151_000
  await worker.sendDue()
  expect(smtp.mails).toHaveLength(1)
  expect(await rowOf(id)).toMatchObject({ attempts: 2, failure: null })
})

test('mails about accounts are sent before reports', async () => {
  await enqueue('report@example.com')
  await enqueue('reset@example.com', { kind: 'account' })
  await newWorker({ lanes: 1 }).sendDue()
  expect(smtp.mails.map(({ to }) => to)).toEqual(['reset@example.com', 'report@example.com'])
})

test('settled mails are deleted after 30 days, waiting ones are not', async () => {
  const sent = await enqueue('ada@example.com')
  await newWorker().sendDue()
  ahead = 29 * dayMs
  const waiting = await enqueue('bob@example.com')
  await queue().sweep()
  expect(await stateOf(sent)).toBe('sent')
  ahead = 31 * dayMs
  await queue().sweep()
  expect(await stateOf(sent)).toBeUndefined()
  expect(await stateOf(waiting)).toBe('waiting')
})

test('the waiting mails of an agent have an index, because each change of a note withdraws those about it', async () => {
  const client = await handle.pool.connect()
  await client.query('begin; set local enable_seqscan = off')
  const { rows } = await client.query(
    'explain (generic_plan) update mail set content = null where agent_id = $1 and settled_at is null',
  )
  await client.query('rollback')
  client.release()
  expect(JSON.stringify(rows)).toContain('mail_of_agent')
})
