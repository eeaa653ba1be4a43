import { sql } from 'kysely'
import type { Transaction } from '../database.ts'
import { transactionsBetween } from './discovery.ts'
import { defaultLimits, type LogConsumer } from './log-consumer.ts'

interface Progress {
  /** The oldest transaction that may have entries which are not handled. */
  since: string
  discovered: string
  present: string
}

/**
 * Whether a consumer has not handled all entries of an organization from before this time. Reads what was written since the stored progress;
 * if that is more than discovery reads, the consumer is about to walk all logs, and the result is true.
 */
export async function hasUnhandled(
  trx: Transaction,
  { name, types }: Pick<LogConsumer, 'name' | 'types'>,
  { organizationId, before }: { organizationId: string; before: string },
): Promise<boolean> {
  const { rows: ranges } = await sql<Progress>`
    select pg_snapshot_xmin(discovered)::text as since, discovered::text, pg_current_snapshot()::text as present
    from log_consumer_range where consumer = ${name}
    order by pg_snapshot_xmin(discovered) limit 1`.execute(trx)
  const [progress] = ranges
  if (progress === undefined) return false
  const transactions = transactionsBetween(progress.discovered, progress.present)
  if (transactions < 0 || transactions > defaultLimits.discoverableTransactions) return true
  // Values instead of a join, so that the planner knows how few entries these are.
  const { rows } = await sql`
    select from event_log e
    left join log_cursor c on c.consumer = ${name} and c.customer_id = e.customer_id
    where e.xid <> '0' and e.xid >= ${progress.since}::xid8 and e.xid < pg_snapshot_xmax(${progress.present}::pg_snapshot)
      and e.organization_id = ${organizationId} and e.created_at < ${before}::timestamptz
      and e.type = any(${types}::text[]) and e.seq > coalesce(c.seq, 0)
    limit 1`.execute(trx)
  return rows.length > 0
}
