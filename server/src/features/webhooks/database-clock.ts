import type pg from 'pg'
import { readDatabaseClock } from '../../core/clock-check.ts'
import type { Clock } from '../../core/clock.ts'
import { turnedBy } from './queue-time.ts'

/**
 * Returns the queue's time (queue-time.ts) in Unix milliseconds. Attempt ids and partitions are based on it, so retention uses it
 * too.
 */
export async function databaseTime(pool: pg.Pool, clock: Clock): Promise<number> {
  return (await readDatabaseClock(pool)) + turnedBy(clock)
}
