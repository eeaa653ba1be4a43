import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { databaseNow } from '../database-time.ts'
import type { Database } from '../database.ts'
import type { LogTables, StoredEntry } from '../event-log.ts'
import { outageOf } from '../expected-error.ts'
import { consumerTables } from './consumer-tables.ts'
import { failureReason, isTimeout } from './failure-reason.ts'
import { rangeOfColumn, type CustomerEntries, type LogConsumer } from './log-consumer.ts'

/** An entry that a consumer gave up on. */
export interface ParkedEntry {
  consumer: string
  customer_id: string
  seq: number
  organization_id: string
  entry_id: string
  type: string
  /** `failureReason` */
  error: string
  attempts: number
  parked_at: string
  /** When another attempt is due; null: only after `requeueParked`. */
  requeued_at: string | null
}

export type ParkedKey = Pick<ParkedEntry, 'customer_id' | 'seq'>

/** Newest first. */
export const listParked = (
  db: Database,
  { consumer, max = 100 }: { consumer?: string; max?: number } = {},
): Promise<ParkedEntry[]> => {
  let rows = consumerTables(db).selectFrom('log_parked').selectAll().orderBy('parked_at', 'desc').limit(max)
  if (consumer !== undefined) rows = rows.where('consumer', '=', consumer)
  return rows.execute()
}

/**
 * Lets consumers try parked entries once more, all of them or those named. Each is handled apart from what the customer's
 * log has gained since; one that fails is parked again. Returns how many.
 */
export async function requeueParked(
  deps: { db: Database; clock: Clock },
  which: Partial<ParkedKey & { consumer: string }>,
): Promise<number> {
  let rows = consumerTables(deps.db)
    .updateTable('log_parked')
    .set({ requeued_at: databaseNow(deps.clock) })
  if (which.consumer !== undefined) rows = rows.where('consumer', '=', which.consumer)
  if (which.customer_id !== undefined) rows = rows.where('customer_id', '=', which.customer_id)
  if (which.seq !== undefined) rows = rows.where('seq', '=', which.seq)
  return Number((await rows.executeTakeFirst()).numUpdatedRows)
}

/** Requeued entries whose attempt is due. */
export const requeuedEntries = (
  deps: { db: Database; clock: Clock },
  consumer: string,
  ranges: number[],
): Promise<ParkedKey[]> =>
  consumerTables(deps.db)
    .selectFrom('log_parked')
    .select(['customer_id', 'seq'])
    .where('consumer', '=', consumer)
    .where('requeued_at', '<=', databaseNow(deps.clock))
    .where(rangeOfColumn('customer_id'), 'in', ranges)
    .orderBy('requeued_at')
    .limit(maxRequeued)
    .execute()

/** Read at once. */
const maxRequeued = 100

export async function parkedCounts(db: Database): Promise<Map<string, number>> {
  const rows = await consumerTables(db)
    .selectFrom('log_parked')
    .select(['consumer', sql<number>`count(*)::int`.as('count')])
    .groupBy('consumer')
    .execute()
  return new Map(rows.map(({ consumer, count }) => [consumer, count]))
}

/** Delay after an outage, in milliseconds: new entries wait during each attempt. */
const outageRetryMs = 60_000

/**
 * Handles a requeued entry and removes it from the parked ones, in one transaction. Returns the function to run after the
 * commit, if there is one. After an outage the entry stays requeued.
 */
export async function retryParked(
  deps: { db: Database; clock: Clock },
  consumer: LogConsumer,
  key: ParkedKey,
  signal: AbortSignal,
): Promise<
  | { outcome: 'handled'; afterCommit?: () => void }
  | { outcome: 'gone' }
  | { outcome: 'postponed' | 'failed'; reason: string }
> {
  try {
    return await deps.db.transaction().execute(async (trx) => {
      const parked = await consumerTables(trx)
        .selectFrom('log_parked')
        .select('organization_id')
        .where(isEntry(consumer.name, key))
        .where('requeued_at', '<=', databaseNow(deps.clock))
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!parked) return { outcome: 'gone' }
      const entry = await trx
        .withTables<LogTables>()
        .selectFrom('event_log')
        .select(['id', 'seq', 'type', 'audience', 'conversation_id', 'actor', 'data', 'created_at'])
        .where('customer_id', '=', key.customer_id)
        .where('seq', '=', key.seq)
        .executeTakeFirst()
      let afterCommit: void | (() => void) = undefined
      if (entry) {
        const customer: CustomerEntries = {
          customerId: key.customer_id,
          organizationId: parked.organization_id,
          entries: [entry as StoredEntry],
          requeued: true,
        }
        afterCommit = await consumer.handle(trx, [customer], signal)
      }
      await consumerTables(trx).deleteFrom('log_parked').where(isEntry(consumer.name, key)).execute()
      return { outcome: 'handled', ...(afterCommit && { afterCommit }) }
    })
  } catch (error) {
    if (signal.aborted) throw error
    const reason = failureReason(error)
    const now = databaseNow(deps.clock)
    const isOutage = outageOf(error) !== undefined && !isTimeout(error)
    await consumerTables(deps.db)
      .updateTable('log_parked')
      .where(isEntry(consumer.name, key))
      .set((eb) =>
        isOutage
          ? { requeued_at: sql`${now} + ${outageRetryMs}::float8 * interval '1 millisecond'` }
          : { requeued_at: null, error: reason, attempts: eb('attempts', '+', 1), parked_at: now },
      )
      .execute()
    return { outcome: isOutage ? 'postponed' : 'failed', reason }
  }
}

const isEntry = (consumer: string, key: ParkedKey) =>
  sql<boolean>`consumer = ${consumer} and customer_id = ${key.customer_id} and seq = ${key.seq}`
