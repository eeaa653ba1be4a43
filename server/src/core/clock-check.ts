import type pg from 'pg'
import type { Logger } from './logger.ts'
import { createPeriodic } from './periodic.ts'

/**
 * Calls are the most sensitive: each process writes and checks their deadlines with its own clock (docs/calls.md).
 */
export const maxClockOffsetMs = 5_000
const checkIntervalMs = 3_600_000

/** Returns the database's time in Unix milliseconds. */
export async function readDatabaseClock(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ now: number }>(
    'select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  )
  return rows[0]?.now ?? 0
}

/** Logs a warning if the system clock and the database clock differ by more than 5 s: at start and every hour. */
export function createClockCheck(deps: { pool: pg.Pool; logger: Logger; onError: (error: unknown) => void }) {
  const { pool, logger, onError } = deps
  async function check(): Promise<void> {
    const startedAt = Date.now()
    const databaseMs = await readDatabaseClock(pool)
    const aheadMs = Math.round((startedAt + Date.now()) / 2 - databaseMs)
    if (Math.abs(aheadMs) > maxClockOffsetMs)
      logger.warn({ ahead_ms: aheadMs }, 'the system clock differs from the database clock')
  }
  const hourly = createPeriodic({ work: check, intervalMs: checkIntervalMs, onError })
  return {
    async start(): Promise<void> {
      hourly.start()
      await check().catch(onError)
    },
    stop: hourly.stop,
  }
}
