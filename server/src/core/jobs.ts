import { setTimeout as delay } from 'node:timers/promises'
import type { ConstructorOptions } from 'pg-boss'
import { boundedWaits, sessionTimeouts } from './database.ts'
import type { Logger } from './logger.ts'

/**
 * A recurring job. One process of the role worker runs it at a time; if that process is suspended or the database is unreachable for
 * more than five minutes, another one may begin it again.
 */
export interface RecurringJob {
  /** Five fields, in UTC. The job also runs at every start, for machines that are off at night. */
  cron: string
  /** Must be idempotent. Retried twice when it throws. */
  run(): Promise<void>
}

export interface Jobs {
  /** Waits for running jobs, at most 10 s. Those still running are retried later. */
  stop(): Promise<void>
}

const schema = 'jobs'
/** Running jobs, and then the last statements of pg-boss, which a database that no longer answers would hold. */
const stopTimeouts = { jobsMs: 10_000, statementsMs: 5_000 }
/** A job whose worker has not reported for so long is retried. */
const heartbeatSeconds = 300
/** Bounds a job that never ends. */
const maxRunSeconds = 12 * 3600

/**
 * Starts the jobs of the role worker, by name. Opens two connections of its own: pg-boss expects the default type parsers,
 * which the pool changes.
 */
export async function startJobs(options: {
  databaseUrl: string
  logger: Logger
  jobs: Record<string, RecurringJob>
  /** Ends the start early: the remaining jobs run at the next start. */
  signal?: AbortSignal
  /** Default 30. */
  pollIntervalSeconds?: number
  /** As in `openDatabase`. */
  queryTimeoutMs?: number
  stop?: { jobsMs: number; statementsMs: number }
}): Promise<Jobs> {
  const { databaseUrl, logger, jobs, signal, pollIntervalSeconds = 30 } = options
  const { jobsMs, statementsMs } = options.stop ?? stopTimeouts
  // A tenth of the program, needed once the service listens.
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema,
    max: 2,
    application_name: 'parley jobs',
    cronWorkerIntervalSeconds: 30,
    // pg-boss passes these on to its pool.
    options: sessionTimeouts,
    ...boundedWaits(options.queryTimeoutMs),
  } as ConstructorOptions)
  let stopping = false
  // pg-boss recovers from database outages. Logs the message alone, because the error object holds the whole connection.
  // While stopping, connections may end before pg-boss releases them.
  boss.on('error', (error) => {
    if (!stopping) logger.warn({ reason: error.message }, 'jobs')
  })
  const stop = async () => {
    stopping = true
    const limit = delay(jobsMs + statementsMs, undefined, { ref: false })
    await Promise.race([boss.stop({ timeout: jobsMs }), limit])
  }
  await boss.start()
  try {
    await register()
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }

  async function register(): Promise<void> {
    for (const { name } of await boss.getSchedules()) if (!(name in jobs)) await boss.unschedule(name)
    for (const [name, job] of Object.entries(jobs)) {
      if (signal?.aborted === true) return
      await add(name, job)
    }
  }

  async function add(name: string, job: RecurringJob): Promise<void> {
    const queue = {
      retryLimit: 2,
      retryDelay: 60,
      heartbeatSeconds,
      expireInSeconds: maxRunSeconds,
      deleteAfterSeconds: 24 * 3600,
    }
    await boss.createQueue(name, { policy: 'exclusive', ...queue })
    // The queue may have been created by a former release.
    await boss.updateQueue(name, queue)
    await boss.schedule(name, job.cron)
    await boss.work(name, { pollingIntervalSeconds: pollIntervalSeconds }, async () => {
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
}
