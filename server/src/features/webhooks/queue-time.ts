/** The queue goes by the database's time (core/database-time.ts). */
export { databaseNow as queueTime, turnedBy } from '../../core/database-time.ts'

/** The same in plain SQL. */
export const milliseconds = (count: number | string): string => `${count} * interval '1 millisecond'`
export const at = (ahead: number | string): string => `(clock_timestamp() + ${milliseconds(ahead)})`
