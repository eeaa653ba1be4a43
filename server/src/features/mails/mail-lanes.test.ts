import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { createLogger } from '../../core/logger.ts'
import { createSecrets } from '../../core/secrets.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createMailWorker, type MailWorker, type MailWorkerDeps } from './mail-worker.ts'
import { createMails } from './mails.ts'

/** What waits for a slow mail: one lane only. */

const clock = Date.now
const secrets = createSecrets('a secret for tests')
const outcomes: string[] = []
let database: Awaited<ReturnType<typeof createTestDatabase>>
let handle: DatabaseHandle
let worker: MailWorker | undefined

beforeAll(async () => {
  database = await createTestDatabase()
  handle = openDatabase(database.url)
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})
beforeEach(() => handle.pool.query('delete from mail'))
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})

async function enqueue(to: string): Promise<void> {
  const mails = createMails({ db: handle.db, clock, secrets, isOn: true, wake: () => {} })
  const mail = { to, subject: 'Subject', text: 'Text' }
  await mails.enqueue(handle.db, { kind: 'report', organizationId: null, mail })
  worker?.wake()
}

/** Without polls. */
function startWorker(more: Pick<MailWorkerDeps, 'mailer'> & Partial<MailWorkerDeps>): void {
  worker = createMailWorker({
    db: handle.db,
    clock,
    secrets,
    domain: 'example.com',
    logger: createLogger('silent'),
    onOutcome: (kind, outcome) => void outcomes.push(`${kind} ${outcome}`),
    pollIntervalMs: 60_000,
    ...more,
  })
  worker.start()
}

const lost = () => Object.assign(new Error('Lost'), { code: 'ECONNECTION' })

test('a slow mail takes one lane: all others send what is queued meanwhile', async () => {
  const slow = Promise.withResolvers<void>()
  const started: string[] = []
  const send = async ({ to }: { to: string }) => {
    started.push(to)
    if (to.startsWith('slow')) await slow.promise
  }
  startWorker({ mailer: { send } })
  for (const to of ['slow1@example.com', 'slow2@example.com', 'slow3@example.com', 'reset@example.com']) {
    await enqueue(to)
    await expect.poll(() => started).toContain(to)
  }
  slow.resolve()
})

test('a server that fails is tried again while a slow mail is in flight', async () => {
  const slow = Promise.withResolvers<void>()
  const started: string[] = []
  const send = async ({ to }: { to: string }) => {
    started.push(to)
    if (to.startsWith('slow')) await slow.promise
    if (to.startsWith('lost')) throw lost()
  }
  startWorker({ mailer: { send }, pauseMs: () => 0 })
  for (const to of ['slow@example.com', 'lost@example.com', 'reset@example.com']) {
    await enqueue(to)
    await expect.poll(() => started).toContain(to)
  }
  await expect.poll(() => outcomes).toContain('report retried')
  slow.resolve()
})

test('while the server fails, one mail at a time is tried', async () => {
  // The first attempt of each lane.
  const haveBegun = Promise.withResolvers<void>()
  let attempts = 0
  let open = 0
  let most = 0
  const send = async () => {
    attempts += 1
    if (attempts === 4) haveBegun.resolve()
    if (attempts <= 4) {
      await haveBegun.promise
      throw lost()
    }
    most = Math.max(most, (open += 1))
    await handle.pool.query('select')
    open -= 1
    throw lost()
  }
  for (let count = 0; count < 20; count += 1) await enqueue(`person${count}@example.com`)
  startWorker({ mailer: { send }, pauseMs: () => 0 })
  await expect.poll(() => attempts).toBeGreaterThanOrEqual(20)
  expect(most).toBe(1)
})

test('a mail that is queued while all lanes look for one is sent', async () => {
  const claims = Promise.withResolvers<void>()
  let responses = 0
  const db = handle.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      responses += 1
      await claims.promise
      return result
    },
  })
  const started: string[] = []
  const send = async ({ to }: { to: string }) => void started.push(to)
  startWorker({ mailer: { send }, db })
  await expect.poll(() => responses).toBe(4)
  await enqueue('reset@example.com')
  claims.resolve()
  await expect.poll(() => started).toEqual(['reset@example.com'])
})
