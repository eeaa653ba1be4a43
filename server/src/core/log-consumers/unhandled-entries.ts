import { sql } from 'kysely'
import type { Transaction } from '../database.ts'
import { transactionsBetween } from './discovery.ts'
import { defaultLimits, type LogConsumer } from './log-consumer.ts'

interface Progress {
  discovered: string
  present: string
  /** Transactions that were in progress at the stored snapshots. */
  in_progress: string[]
}

/**
 * Whether a consumer has not handled all entries of an organization from before this time. Reads what was written since the stored progress;
 * if that is more than discovery reads, the consumer is about to walk all logs, and the result is true. Parked entries count as handled.
 */
export async function hasUnhandled(
  trx: Transaction,
  { name, types }: Pick<LogConsumer, 'name' | 'types'>,
  { organizationId, before }: { organizationId: string; before: string },
): Promise<boolean> {
  const { rows: ranges } = await sql<Progress>`
    select discovered::text, pg_current_snapshot()::text as present, array(
      select distinct xid::text from log_consumer_range, pg_snapshot_xip(discovered) as xid where consumer = ${name}
    ) as in_progress
    from log_consumer_range where consumer = ${name}
    order by pg_snapshot_xmax(discovered) limit 1`.execute(trx)
  const [progress] = ranges
  if (progress === undefined) return false
  const { discovered, present, in_progress: inProgress } = progress
  const transactions = transactionsBetween(discovered, present)
  if (transactions < 0 || transactions > defaultLimits.discoverableTransactions) return true
  // Values instead of a join, so that the planner knows how few entries these are. Two look-ups in the index, as in `discover`.
  const { rows } = await sql`
    select from (
      select customer_id, seq, organization_id, type, created_at from event_log
      where xid <> '0' and xid >= pg_snapshot_xmax(${discovered}::pg_snapshot)
        and xid < pg_snapshot_xmax(${present}::pg_snapshot)
      union all
      select customer_id, seq, organization_id, type, created_at from event_log
      where xid <> '0' and xid = any(${inProgress}::xid8[])
    ) e
    left join log_cursor c on c.consumer = ${name} and c.customer_id = e.customer_id
    where e.organization_id = ${organizationId} and e.created_at < ${before}::timestamptz
      and e.type = any(${types}::text[]) and e.seq > coalesce(c.seq, 0)
    limit 1`.execute(trx)
  return rows.length > 0 || (await hasRetries(trx, { name, types }, { organizationId, before }))
}

/** Whether entries wait for a retry: the stored progress passes over them. */
async function hasRetries(
  trx: Transaction,
  { name, types }: Pick<LogConsumer, 'name' | 'types'>,
  { organizationId, before }: { organizationId: string; before: string },
): Promise<boolean> {
  // The entry is looked for in the customer's log alone: as a join, the planner would read those of all customers.
  const { rows } = await sql`
    select from log_cursor c
    where c.consumer = ${name} and c.retry_at is not null and (
      select true from event_log e
      where e.customer_id = c.customer_id and e.seq > c.seq and e.organization_id = ${organizationId}
        and e.created_at < ${before}::timestamptz and e.type = any(${types}::text[])
      limit 1
    )
    limit 1`.execute(trx)
  return rows.length > 0
}
