import type pg from 'pg'
import type { Clock } from '../../core/clock.ts'
import type { Logger } from '../../core/logger.ts'
import { createPeriodic } from '../../core/periodic.ts'
import { turnedBy } from './queue-time.ts'

/**
 * Returns the queue's time (queue-time.ts) in Unix milliseconds. Attempt ids and partitions are based on it, so retention uses it
 * too.
 */
export async function databaseTime(pool: pg.Pool, clock: Clock): Promise<number> {
  return (await readClock(pool)) + turnedBy(clock)
}

async function readClock(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ now: number }>(
    'select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  )
  return rows[0]?.now ?? 0
}

/** Signatures use this process's clock, and receivers reject timestamps more than five minutes off (docs/webhooks.md). */
const warnThresholdMs = 30_000
const checkIntervalMs = 3_600_000

/** Logs a warning if the system clock and the database clock differ by more than 30 s. */
async function checkClock(pool: pg.Pool, logger: Logger): Promise<void> {
  const startedAt = Date.now()
  const databaseMs = await readClock(pool)
  const aheadMs = Math.round((startedAt + Date.now()) / 2 - databaseMs)
  if (Math.abs(aheadMs) > warnThresholdMs)
    logger.warn({ ahead_ms: aheadMs }, 'webhooks: system clock differs from the database clock')
}

/** Checks at start and every hour. In each worker, because each signs with the clock of its machine. For `lifecycle.addWorker`. */
export function createClockCheck(deps: { pool: pg.Pool; logger: Logger; onError: (error: unknown) => void }) {
  const check = () => checkClock(deps.pool, deps.logger)
  const hourly = createPeriodic({ work: check, intervalMs: checkIntervalMs, onError: deps.onError })
  return {
    async start(): Promise<void> {
      await check()
      hourly.start()
    },
    stop: hourly.stop,
  }
}
