import type pg from 'pg'
import type { Clock } from '../../core/clock.ts'
import type { Logger } from '../../core/logger.ts'
import { turnedBy } from './queue-time.ts'

/**
 * The time of the queue (queue-time.ts) as a number, in milliseconds: ids and days of attempts are made by it, so what makes and
 * drops days goes by it too.
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

/** Signatures carry this process's time, and receivers refuse what is five minutes off (docs/webhooks.md). */
const worthAWord = 30_000

/** Says so when this machine's clock and the database's disagree. */
export async function checkClock(pool: pg.Pool, logger: Logger): Promise<void> {
  const asked = Date.now()
  const theirs = await readClock(pool)
  const ahead = Math.round((asked + Date.now()) / 2 - theirs)
  if (Math.abs(ahead) > worthAWord)
    logger.warn({ ahead_ms: ahead }, 'the clock of this machine and that of the database disagree')
}
