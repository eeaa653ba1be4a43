import type pg from 'pg'
import type { Clock } from '../../core/clock.ts'
import type { Logger } from '../../core/logger.ts'
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

/** Logs a warning if the system clock and the database clock differ by more than 30 s. */
export async function checkClock(pool: pg.Pool, logger: Logger): Promise<void> {
  const startedAt = Date.now()
  const databaseMs = await readClock(pool)
  const aheadMs = Math.round((startedAt + Date.now()) / 2 - databaseMs)
  if (Math.abs(aheadMs) > warnThresholdMs)
    logger.warn({ ahead_ms: aheadMs }, 'webhooks: system clock differs from the database clock')
}
