import { PgBoss } from 'pg-boss'
import type { Logger } from './logger.ts'

/** What the service does by itself from time to time. Of all processes with the role worker, one runs it at a time. */
export interface RecurringJob {
  /** Five fields, in UTC. It also runs at every start: a machine that sleeps at night would else never do it. */
  cron: string
  /** Throws when it failed; it is tried again two times. What it does must be harmless when done twice. */
  run(): Promise<void>
}

export interface Jobs {
  /** Waits for what is running, up to `stopWithin`. */
  stop(): Promise<void>
}

const schema = 'jobs'
const stopWithin = 10_000

/**
 * Starts the work of the role worker, by name of job. Needs connections of its own (two), for the pool's types are
 * not those that pg-boss expects.
 */
export async function startJobs(options: {
  databaseUrl: string
  logger: Logger
  jobs: Record<string, RecurringJob>
  /** Seconds between two looks for work. */
  pollEvery?: number
}): Promise<Jobs> {
  const { databaseUrl, logger, jobs, pollEvery = 30 } = options
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema,
    max: 2,
    application_name: 'parley jobs',
    cronWorkerIntervalSeconds: 30,
  })
  let stopping = false
  // A database that is away for a moment: pg-boss goes on by itself. Only the reason: such an error carries the whole
  // connection. While stopping, connections may end before pg-boss has let go of them.
  boss.on('error', (error) => {
    if (!stopping) logger.warn({ reason: error.message }, 'jobs')
  })
  await boss.start()
  for (const { name } of await boss.getSchedules()) if (!(name in jobs)) await boss.unschedule(name)
  for (const [name, job] of Object.entries(jobs)) {
    await boss.createQueue(name, {
      policy: 'exclusive',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 3600,
      deleteAfterSeconds: 24 * 3600,
    })
    await boss.schedule(name, job.cron)
    await boss.work(name, { pollingIntervalSeconds: pollEvery }, async () => {
      const began = performance.now()
      try {
        await job.run()
        logger.info({ job: name, ms: Math.round(performance.now() - began) }, 'job done')
      } catch (error) {
        logger.error({ job: name, err: error }, 'job failed')
        throw error
      }
    })
    await boss.send(name)
  }
  const stop = async () => {
    stopping = true
    await boss.stop({ timeout: stopWithin })
  }
  return { stop }
}
