import { sql } from 'kysely'
import { postgresCode, type Transaction } from './database.ts'

/** Thrown by a transaction that gives its connection back instead of waiting. */
export class CustomerLocked extends Error {
  readonly customerId: string

  constructor(customerId: string) {
    super('The customer is locked')
    this.customerId = customerId
  }
}

/** An outage (core/expected-error.ts) like PostgreSQL's lock_not_available, so that background work is repeated. */
export class CustomerStaysLocked extends Error {
  override readonly name = 'CustomerStaysLocked'
  readonly code = 'ETIMEDOUT'

  constructor(cause: unknown) {
    super('The customer stays locked', { cause })
  }
}

/**
 * Runs a statement that locks a customer, for at most `maxMs`. `lock_timeout` would not limit it: it applies to each lock, and behind
 * another waiter a row takes two.
 * @throws CustomerStaysLocked
 */
export async function lockWithin<T>(trx: Transaction, maxMs: number, lock: () => Promise<T>): Promise<T> {
  await sql`select set_config('statement_timeout', ${String(maxMs)}, true)`.execute(trx)
  const locked = await lock().catch((error: unknown) => {
    throw postgresCode(error) === queryCanceled ? new CustomerStaysLocked(error) : error
  })
  await sql`set local statement_timeout to default`.execute(trx)
  return locked
}

const queryCanceled = '57014'
