import { sql } from 'kysely'
import { postgresCode, type Transaction } from '../../core/database.ts'

/** Statements of this transaction fail when they wait longer for a lock. */
export const limitLockWait = (trx: Transaction, ms: number): Promise<unknown> =>
  sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(trx)

/** lock_not_available */
export const isLockTimeout = (error: unknown): boolean => postgresCode(error) === '55P03'
