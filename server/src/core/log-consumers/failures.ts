import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { databaseNow } from '../database-time.ts'
import type { Database } from '../database.ts'
import type { StoredEntry } from '../event-log.ts'
import type { LockedCustomer } from './batch.ts'
import { consumerTables } from './consumer-tables.ts'
import { rangeOfColumn, type ConsumerLimits } from './log-consumer.ts'

/** Retry delay (ms): doubles with every attempt, with a jitter of a quarter so that many retries do not coincide. */
export function retryDelay(
  attempts: number,
  { retryMs, maxRetryMs }: Pick<ConsumerLimits, 'retryMs' | 'maxRetryMs'>,
): number {
  const delay = Math.min(maxRetryMs, retryMs * 2 ** (attempts - 1))
  return Math.round(delay * (0.75 + Math.random() / 2))
}

/**
 * Stores a failure of the customer's next entry: the customer waits for a retry, or after the last attempt the entry is parked
 * and the customer's next entries are handled. A cursor that another process has moved meanwhile is not changed.
 */
export async function recordFailure(
  deps: { db: Database; clock: Clock; limits: ConsumerLimits },
  consumer: string,
  failed: { customer: LockedCustomer; entry: StoredEntry; reason: string },
): Promise<'retry' | 'parked' | 'superseded'> {
  const { customer, entry, reason } = failed
  const { customerId, cursor } = customer
  const attempts = customer.attempts + 1
  const now = databaseNow(deps.clock)
  return deps.db.transaction().execute(async (trx) => {
    const tables = consumerTables(trx)
    const isParked = attempts >= deps.limits.attempts
    const state = isParked
      ? // Due until the entries behind it are read, as after a retry.
        { seq: entry.seq, attempts: 0, retry_at: now, last_error: null }
      : {
          seq: cursor,
          attempts,
          retry_at: sql<string>`${now} + ${retryDelay(attempts, deps.limits)}::float8 * interval '1 millisecond'`,
          last_error: reason,
        }
    const stored = await tables
      .insertInto('log_cursor')
      .values({ consumer, customer_id: customerId, ...state })
      .onConflict((conflict) =>
        conflict
          .columns(['consumer', 'customer_id'])
          .doUpdateSet(state)
          .where('log_cursor.seq', '=', cursor)
          .where('log_cursor.attempts', '=', customer.attempts),
      )
      .executeTakeFirst()
    if (stored.numInsertedOrUpdatedRows === 0n) return 'superseded'
    if (!isParked) return 'retry'
    await tables
      .insertInto('log_parked')
      .values({
        consumer,
        customer_id: customerId,
        seq: entry.seq,
        organization_id: customer.organizationId,
        entry_id: entry.id,
        type: entry.type,
        error: reason,
        attempts,
        parked_at: now,
        requeued_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return 'parked'
  })
}

/**
 * Stores a retry for customers whose batch met an outage, such as a lock that was not released in time. Their entries are not at fault, so no
 * attempt is counted. Returns those who wait now; the cursors of the others have moved meanwhile.
 * @param postponed `delayMs`: from now
 */
export async function postponeCustomers(
  deps: { db: Database; clock: Clock },
  consumer: string,
  { postponed, reason }: { postponed: { customer: LockedCustomer; delayMs: number }[]; reason: string },
): Promise<Set<string>> {
  const customers = postponed.map(({ customer }) => customer)
  const { rows } = await sql<{ customer_id: string }>`
    update log_cursor c set last_error = ${reason},
      retry_at = ${databaseNow(deps.clock)} + postponed.delay * interval '1 millisecond'
    from unnest(
      ${customers.map(({ customerId }) => customerId)}::uuid[], ${customers.map(({ cursor }) => cursor)}::bigint[],
      ${customers.map(({ attempts }) => attempts)}::smallint[], ${postponed.map(({ delayMs }) => delayMs)}::float8[]
    ) as postponed(customer_id, cursor, attempts, delay)
    where c.consumer = ${consumer} and c.customer_id = postponed.customer_id
      and c.seq = postponed.cursor and c.attempts = postponed.attempts
    returning c.customer_id`.execute(deps.db)
  return new Set(rows.map((row) => row.customer_id))
}

/**
 * Stores a retry for a customer whose log cannot be read, and the cursor if there is none. If another process has read it meanwhile, the
 * retry finds nothing.
 */
export async function postponeUnreadable(
  deps: { db: Database; clock: Clock },
  consumer: string,
  { customerId, delayMs, reason }: { customerId: string; delayMs: number; reason: string },
): Promise<void> {
  await sql`
    insert into log_cursor (consumer, customer_id, seq, last_error, retry_at)
    values (
      ${consumer}, ${customerId}, 0, ${reason},
      ${databaseNow(deps.clock)} + ${delayMs}::float8 * interval '1 millisecond'
    )
    on conflict (consumer, customer_id) do update
      set last_error = excluded.last_error, retry_at = excluded.retry_at`.execute(deps.db)
}

/** Consumers with due retries or requeued entries: mostly none, so that one statement serves all. */
export async function consumersWithRetries(deps: { db: Database; clock: Clock }): Promise<Set<string>> {
  const { rows } = await sql<{ consumer: string }>`
    select consumer from log_cursor where retry_at <= ${databaseNow(deps.clock)}
    union select consumer from log_parked where requeued_at <= ${databaseNow(deps.clock)}`.execute(deps.db)
  return new Set(rows.map(({ consumer }) => consumer))
}

/** Customers whose retry is due, longest overdue first. */
export async function dueRetries(
  deps: { db: Database; clock: Clock },
  consumer: string,
  ranges: number[],
): Promise<string[]> {
  const rows = await consumerTables(deps.db)
    .selectFrom('log_cursor')
    .select('customer_id')
    .where('consumer', '=', consumer)
    .where('retry_at', '<=', databaseNow(deps.clock))
    .where(rangeOfColumn('customer_id'), 'in', ranges)
    .orderBy('retry_at')
    .limit(maxDue)
    .execute()
  return rows.map((row) => row.customer_id)
}

/** Read at once. */
const maxDue = 100
