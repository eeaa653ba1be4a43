import { Client } from 'pg'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTcpProxy } from '../testing/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { startJobs, type Jobs, type RecurringJob } from './jobs.ts'
import { createLogger } from './logger.ts'

let database: TestDatabase
const started: Jobs[] = []
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop()
  await database.drop()
})

async function start(
  jobs: Record<string, RecurringJob>,
  options: Partial<Parameters<typeof startJobs>[0]> = {},
): Promise<Jobs> {
  const running = await startJobs({
    databaseUrl: database.url,
    logger: createLogger('silent'),
    jobs,
    pollIntervalSeconds: 0.5,
    ...options,
  })
  started.push(running)
  return running
}

/** Looks from outside. */
async function look<T>(at: (boss: PgBoss) => Promise<T>): Promise<T> {
  const boss = new PgBoss({
    connectionString: database.url,
    schema: 'jobs',
    supervise: false,
    schedule: false,
  })
  await boss.start()
  try {
    return await at(boss)
  } finally {
    await boss.stop()
  }
}

async function query(text: string): Promise<void> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query(text)
  await client.end()
}

const statesOf = (name: string) => look(async (boss) => (await boss.findJobs(name)).map(({ state }) => state))

async function connectionsOfJobs(client: Client): Promise<number> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'parley jobs'`,
  )
  return rowCount ?? 0
}

const schedules = () =>
  look(async (boss) => (await boss.getSchedules()).map(({ name, cron }) => `${name} ${cron}`))

describe('a recurring job', () => {
  it('is scheduled, and runs at every start', async () => {
    const ran = vi.fn()
    const job = { cron: '17 3 * * *', run: async () => ran() }
    const first = await start({ tidy: job })
    await expect.poll(() => ran).toHaveBeenCalledTimes(1)
    expect(await schedules()).toEqual(['tidy 17 3 * * *'])
    await first.stop()
    await start({ tidy: job })
    await expect.poll(() => ran).toHaveBeenCalledTimes(2)
  })

  it('that fails affects neither other jobs nor the service', async () => {
    const ran = vi.fn()
    const failing = vi.fn(() => Promise.reject(new Error('no')))
    await start({
      failing: { cron: '0 0 * * *', run: failing },
      tidy: { cron: '0 0 * * *', run: async () => ran() },
    })
    await expect.poll(() => failing).toHaveBeenCalled()
    await expect.poll(() => ran).toHaveBeenCalled()
  })

  it('runs in one process at a time', async () => {
    const finish = Promise.withResolvers<void>()
    const ran = vi.fn(() => finish.promise)
    const job = { cron: '0 0 * * *', run: ran }
    await Promise.all([start({ tidy: job }), start({ tidy: job })])
    await expect.poll(() => ran).toHaveBeenCalled()
    // The other process wanted to run it too, and nothing is left to do for it.
    expect(await look((boss) => boss.findJobs('tidy'))).toHaveLength(1)
    finish.resolve()
  })

  it('is waited for when the service stops', async () => {
    const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let finished = false
    const jobs = await start({
      tidy: {
        cron: '0 0 * * *',
        async run() {
          begun.resolve()
          await finish.promise
          finished = true
        },
      },
    })
    await begun.promise
    const stopped = jobs.stop()
    finish.resolve()
    await stopped
    expect(finished).toBe(true)
  })

  it('of a worker that was killed runs again, also in a queue of a former release', async () => {
    const job = { cron: '0 0 * * *', run: vi.fn(async () => {}) }
    await look((boss) => boss.createQueue('tidy', { policy: 'exclusive', expireInSeconds: 3600 }))
    await (await start({ tidy: job })).stop()
    const ran = job.run.mock.calls.length
    await look(async (boss) => {
      await boss.send('tidy')
      await expect.poll(() => boss.fetch('tidy')).toHaveLength(1)
    })
    await start({ tidy: job })
    await query(`update jobs.job set heartbeat_on = now() - interval '6 minutes' where state = 'active'`)
    await look((boss) => boss.supervise('tidy'))
    // It would be retried in a minute.
    await query(`update jobs.job set start_after = now() where state = 'retry'`)
    await expect.poll(() => job.run.mock.calls.length).toBeGreaterThan(ran)
  })

  it('runs after the network has dropped all connections without closing them', async () => {
    const { hostname, port } = new URL(database.url)
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) })
    const databaseUrl = Object.assign(new URL(database.url), { host: `127.0.0.1:${proxy.port}` }).href
    const job = { cron: '0 0 * * *', run: vi.fn(async () => {}) }
    // Creates the schema, which may take longer than the timeout of this test.
    await look(async () => {})
    const jobs = await start({ tidy: job }, { databaseUrl, queryTimeoutMs: 2_000 })
    await expect.poll(() => statesOf('tidy'), { timeout: 30_000 }).toEqual(['completed'])
    proxy.hold()
    const ran = job.run.mock.calls.length
    expect(await look((boss) => boss.send('tidy'))).not.toBeNull()
    await expect.poll(() => job.run.mock.calls.length, { timeout: 60_000 }).toBeGreaterThan(ran)
    await jobs.stop()
    await proxy.close()
  }, 120_000)

  it('does not delay the stop by a statement that never ends', async () => {
    const begun = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const run = async () => {
      begun.resolve()
      await finish.promise
    }
    const jobs = await start(
      { tidy: { cron: '0 0 * * *', run } },
      { stop: { jobsMs: 1_000, statementsMs: 100 } },
    )
    await begun.promise
    const other = new Client({ connectionString: database.url })
    await other.connect()
    await other.query('begin')
    await other.query('lock table jobs.job in access exclusive mode')
    finish.resolve()
    await jobs.stop()
    // The statement that records its end still waits.
    expect(await connectionsOfJobs(other)).toBeGreaterThan(0)
    await other.query('rollback')
    await expect.poll(() => connectionsOfJobs(other), { timeout: 30_000 }).toBe(0)
    await other.end()
  })

  it('is unscheduled when a newer version no longer has it', async () => {
    const job = { cron: '0 0 * * *', run: async () => {} }
    await (await start({ old: job, kept: job })).stop()
    await start({ kept: job })
    expect(await schedules()).toEqual(['kept 0 0 * * *'])
  })

  it('is not added by a start that a stop has overtaken', async () => {
    const ran = vi.fn()
    const job = { cron: '0 0 * * *', run: async () => ran() }
    await (await start({ tidy: job }, { signal: AbortSignal.abort() })).stop()
    expect(await schedules()).toEqual([])
    expect(ran).not.toHaveBeenCalled()
  })
})
