import { sql, type RawBuilder } from 'kysely'
import { timestamp, type Clock } from './clock.ts'
import type { Database, Transaction } from './database.ts'

/**
 * Shared schedules use the database's clock, because the clocks of machines differ. A test's clock moves
 * it by as much as it is ahead of the system's.
 */

/** Milliseconds that the clock is ahead of the system's: 0 outside of tests. */
export function turnedBy(clock: Clock): number {
  const ahead = Math.round(clock() - Date.now())
  return Math.abs(ahead) < 50 ? 0 : ahead
}

/** That time in a statement. */
export const databaseNow = (clock: Clock): RawBuilder<string> =>
  sql<string>`(clock_timestamp() + ${turnedBy(clock)}::float8 * interval '1 millisecond')::timestamptz(3)`

/** The same within a statement. A test's clock replaces the database's, for tests that compare times to the millisecond. */
export const statementNow = (clock: Clock): RawBuilder<string> =>
  turnedBy(clock) === 0 ? sql<string>`statement_timestamp()` : sql<string>`${timestamp(clock())}::timestamptz`

/** Reads that time, for schedules that the process compares. */
export async function readDatabaseTime(db: Database | Transaction, clock: Clock): Promise<string> {
  const { rows } = await sql<{ now: string }>`select ${databaseNow(clock)} as now`.execute(db)
  const [{ now }] = rows as [{ now: string }]
  return now
}

/** The database's time or the process's, whichever is earlier: nothing expires too soon for a process whose clock is wrong. */
export const readEarlierTime = async (db: Database | Transaction, clock: Clock): Promise<string> =>
  timestamp(Math.min(await readDatabaseMs(db, clock), clock()))

/** The same as `readDatabaseTime`, in Unix milliseconds. */
export const readDatabaseMs = async (db: Database | Transaction, clock: Clock): Promise<number> =>
  Date.parse(await readDatabaseTime(db, clock))
