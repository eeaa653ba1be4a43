import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import { startEmbeddedPostgres } from '../../core/embedded-postgres.ts'
import { newId } from '../../core/ids.ts'
import { migrate } from '../../core/migrate.ts'
import { createSecrets } from '../../core/secrets.ts'
import { createTestAuthority } from '../../testing/test-certificates.ts'
import { okAnswer, startTestReceiver } from '../../testing/test-receiver.ts'
import { createAttemptPartitions } from './attempt-partitions.ts'
import { enqueueEvents } from './outbox.ts'
import { queueTime } from './queue-time.ts'
import { newWebhookSecret, sealSecret } from './webhook-secret.ts'

/**
 * The guarantee of the queue under load: whatever is killed, every event arrives, and at most those in flight at a kill arrive
 * twice. Separate processes, a separate PostgreSQL that is stopped immediately, and real HTTPS.
 */

const workers = 3
const concurrency = 16
const kills = 40
/** Kills after which the database is stopped as well, as by a power failure. */
const databaseStops = [13, 27]
const webhookCount = 100
const eventsPerWebhook = 40
const requestsBetweenKills = 70

const program = fileURLToPath(new URL('../../testing/webhook-worker.ts', import.meta.url))
const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})
// Leases of the last killed workers expire after 15 s.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

test(`${kills} kills of workers and ${databaseStops.length} of PostgreSQL: no delivery of ${webhookCount * eventsPerWebhook} is lost or counted as failed`, async () => {
  const secret = 'a secret for tests, long enough to be taken'
  const database = await startDatabase()
  const signingSecret = newWebhookSecret()
  const authority = createTestAuthority()
  const arrived = new Map<string, number>()
  let requests = 0
  let onRequest = () => {}
  const receiver = await startTestReceiver(
    authority.issue({ names: ['127.0.0.1'] }),
    signingSecret,
    (socket, request) => {
      const { event_id: eventId } = JSON.parse(request.body.toString()) as { event_id: string }
      const key = `${request.path} ${eventId}`
      arrived.set(key, (arrived.get(key) ?? 0) + 1)
      requests += 1
      // Before the response: a worker killed now has sent the event but has no result.
      onRequest()
      socket.write(okAnswer)
    },
  )
  cleanUps.push(() => receiver.stop())
  const { pool } = database
  await fill(database, { secret, signingSecret, port: receiver.port })

  const running = new Set<ChildProcess>()
  let stopping = false
  const options = { databaseUrl: database.url, secret, ca: authority.cert, concurrency }
  const startWorker = async () => {
    const worker = spawn(process.execPath, [program, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.add(worker)
    worker.once('exit', () => {
      running.delete(worker)
      if (!stopping) void startWorker()
    })
    await once(createInterface(worker.stdout), 'line')
  }
  cleanUps.push(async () => {
    stopping = true
    await Promise.all([...running].map(kill))
  })
  for (let count = 0; count < workers; count += 1) void startWorker()

  for (let killed = 1; killed <= kills; killed += 1) {
    const enough = requests + requestsBetweenKills
    await new Promise<void>((resolve) => {
      onRequest = () => {
        if (requests < enough) return
        onRequest = () => {}
        const [oldest] = running
        oldest?.kill('SIGKILL')
        resolve()
      }
    })
    if (databaseStops.includes(killed)) await database.stopAtOnce()
  }
  await expect.poll(queuedCount, { timeout: 60_000, interval: 250 }).toBe(0)

  expect(arrived.size).toBe(webhookCount * eventsPerWebhook)
  const { rows: deliveries } = await pool.query(
    'select state, attempts, count(*)::int as count from delivery group by 1, 2',
  )
  expect(deliveries).toEqual([{ state: 'delivered', attempts: 1, count: webhookCount * eventsPerWebhook }])
  const { rows: attempts } = await pool.query<{ outcome: string; count: number }>(
    'select outcome, count(*)::int as count from delivery_attempt group by 1 order by 1',
  )
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['delivered', 'interrupted'])
  const [delivered, interrupted] = attempts.map(({ count }) => count)
  expect(delivered).toBe(webhookCount * eventsPerWebhook)
  const duplicates = requests - arrived.size
  expect(duplicates).toBeLessThanOrEqual(interrupted ?? 0)
  // Each kill interrupts the attempts of one worker; each stop of the database those of all workers.
  expect(interrupted).toBeLessThanOrEqual((kills + databaseStops.length * workers) * concurrency)
  expect(duplicates).toBeGreaterThan(0)

  async function queuedCount(): Promise<number> {
    const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from delivery_queue')
    return rows[0]?.count ?? -1
  }
})

async function kill(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  worker.kill('SIGKILL')
  await once(worker, 'exit')
}

/** A separate PostgreSQL, started like the service does. */
async function startDatabase() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-killed-'))
  await chmod(dataDir, 0o711)
  cleanUps.push(() => rm(dataDir, { recursive: true }))
  const log = { info: () => {}, warn: () => {} }
  let postgres = await startEmbeddedPostgres({ dataDir, log })
  cleanUps.push(() => postgres.stop())
  const { url } = postgres
  await migrate(url)
  const handle = openDatabase(url, { connections: 2 })
  cleanUps.push(handle.close)
  return {
    ...handle,
    url,
    /** Immediate shutdown (SIGQUIT), without a checkpoint, then a restart with recovery at the same URL. */
    async stopAtOnce() {
      const pid = Number(
        (await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0],
      )
      process.kill(pid, 'SIGQUIT')
      while (alive(pid)) await new Promise(setImmediate)
      await postgres.stop()
      postgres = await startEmbeddedPostgres({ dataDir, log })
      expect(postgres.url).toBe(url)
    },
  }
}

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function fill(
  { db, pool }: Pick<Awaited<ReturnType<typeof startDatabase>>, 'db' | 'pool'>,
  { secret, signingSecret, port }: { secret: string; signingSecret: string; port: number },
): Promise<void> {
  const organizationId = newId()
  const secrets = createSecrets(secret)
  await createAttemptPartitions(pool, Date.now())
  await pool.query('insert into organization (id, name, created_at) values ($1, $2, now())', [
    organizationId,
    'Shop',
  ])
  const ids = Array.from({ length: webhookCount }, newId)
  await pool.query(
    `insert into webhook (id, organization_id, url, events, active, secret, created_at)
     select t.id, $1, t.url, '{customer.created}', true, t.secret, now()
     from unnest($2::uuid[], $3::text[], $4::text[]) as t(id, url, secret)`,
    [
      organizationId,
      ids,
      ids.map((_id, index) => `https://127.0.0.1:${port}/${index}`),
      ids.map((id) => sealSecret(secrets, id, signingSecret)),
    ],
  )
  for (let made = 0; made < eventsPerWebhook; made += 1) {
    const id = newId()
    const entry = {
      id,
      organization_id: organizationId,
      type: 'customer.created' as const,
      created_at: new Date().toISOString().replace('Z', '+00:00'),
      customer_id: id,
      conversation_id: null,
      data: { id },
    }
    await db.transaction().execute((trx) => enqueueEvents(trx, [entry], queueTime(Date.now)))
  }
}
