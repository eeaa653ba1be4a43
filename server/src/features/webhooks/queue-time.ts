import { sql, type RawBuilder } from 'kysely'
import type { Clock } from '../../core/clock.ts'

/**
 * The time of the queue is the database's: workers on machines whose clocks disagree still keep ten minutes between two
 * attempts. A turned clock moves it by as much as it is turned, in milliseconds; the system's by nothing.
 */
export function turnedBy(clock: Clock): number {
  const ahead = Math.round(clock() - Date.now())
  return Math.abs(ahead) < 50 ? 0 : ahead
}

/** That time, in a statement of Kysely's. */
export const queueTime = (clock: Clock): RawBuilder<string> =>
  sql<string>`(clock_timestamp() + ${turnedBy(clock)}::float8 * interval '1 millisecond')::timestamptz(3)`

/** The same in plain SQL. */
export const milliseconds = (count: number | string): string => `${count} * interval '1 millisecond'`
export const at = (ahead: number | string): string => `(clock_timestamp() + ${milliseconds(ahead)})`
