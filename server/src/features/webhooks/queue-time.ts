/** The queue uses the database's clock (core/database-time.ts). */
export { databaseNow as queueTime, turnedBy } from '../../core/database-time.ts'

/** SQL expressions of an interval and of the current time plus an offset, in milliseconds. */
export const intervalMs = (count: number | string): string => `${count} * interval '1 millisecond'`
export const nowPlus = (offsetMs: number | string): string => `(clock_timestamp() + ${intervalMs(offsetMs)})`
