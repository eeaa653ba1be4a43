import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { claimLockKey } from './claim-statement.ts'

/**
 * Disabling, unsubscribing and deleting a webhook cancel its waiting deliveries permanently (spec 7). The transaction of the
 * change only records the cancellation; the process that made the change and every worker then cancel in batches, also after a
 * crash. In a single transaction the webhook's row would be locked until the end and block events and failed attempts: 3.5 s with
 * 100,000 waiting.
 */

/** Whether a cancellation applies to delivery `d`. Unsubscribing does not cancel direct deliveries, such as samples. */
const isCovered = (types: string[] | null) =>
  sql`(${types}::text[] is null or (d.type = any(${types}::text[]) and not d.direct))`

/** Rows per batch, about 90 ms. Disabling a webhook with 100,000 waiting deliveries takes 50 ms, cancelling them 9 s. */
const batchSize = 1000

/**
 * Call in the transaction that moved the webhook to this era and holds its row lock. After its commit nothing covered is sent:
 * claims run before or after it, and skip webhooks with a pending cancellation.
 */
export async function markForCancellation(
  trx: Transaction,
  what: { webhookId: string; era: number; types: string[] | null },
): Promise<void> {
  const { webhookId, era, types } = what
  await sql`
    insert into webhook_cancellation (webhook_id, era, types) values (${webhookId}, ${era}, ${types}::text[])
  `.execute(trx)
  await sql`select pg_advisory_xact_lock(${sql.lit(claimLockKey)})`.execute(trx)
  // At most as many rows as a webhook may have in flight.
  await sql`
    update delivery_queue q set revoked = true from delivery d
    where q.webhook_id = ${webhookId} and q.lease_until is not null and d.id = q.delivery_id
      and ${isCovered(types)}
  `.execute(trx)
}

interface PendingCancellation {
  webhook_id: string
  organization_id: string
  era: number
  types: string[] | null
}

/**
 * Runs pending cancellations of one webhook or of all, at most `batches` batches each. Safe to run concurrently.
 * Returns the ids of the organizations affected.
 */
export async function cancelMarked(
  db: Database,
  now: RawBuilder<string>,
  limits: { webhookId?: string; batches?: number } = {},
): Promise<string[]> {
  const { webhookId = null, batches = Infinity } = limits
  const { rows: all } = await sql<PendingCancellation>`
    select c.webhook_id, c.era, c.types, w.organization_id
    from webhook_cancellation c join webhook w on w.id = c.webhook_id
    where ${webhookId}::uuid is null or c.webhook_id = ${webhookId} order by c.webhook_id, c.era
  `.execute(db)
  for (const pending of all) await cancelInBatches(db, now, pending, batches)
  return [...new Set(all.map((pending) => pending.organization_id))]
}

/** A single pass in order of due time: no covered delivery can be queued after the cancellation was recorded. */
async function cancelInBatches(
  db: Database,
  now: RawBuilder<string>,
  pending: PendingCancellation,
  batches: number,
): Promise<void> {
  let after: Position = { due_at: '-infinity', delivery_id: '00000000-0000-0000-0000-000000000000' }
  for (let batch = 0; batch < batches; batch += 1) {
    const { rows } = await sql<Position & { seen: number }>`
      with seen as materialized (
        select q.delivery_id, q.due_at from delivery_queue q
        where q.webhook_id = ${pending.webhook_id} and q.lease_until is null and q.era < ${pending.era}
          and (q.due_at, q.delivery_id) > (${after.due_at}::timestamptz, ${after.delivery_id}::uuid)
        order by q.due_at, q.delivery_id limit ${batchSize} for update
      ), gone as (
        delete from delivery_queue q using seen s, delivery d
        where q.delivery_id = s.delivery_id and d.id = s.delivery_id
          and ${isCovered(pending.types)}
        returning q.delivery_id
      ), cancelled as (
        update delivery d set state = 'cancelled', updated_at = ${now} from gone where d.id = gone.delivery_id
      )
      select due_at, delivery_id, (count(*) over ())::int as seen from seen order by due_at desc, delivery_id desc limit 1
    `.execute(db)
    const [last] = rows
    if (!last || last.seen < batchSize) {
      await sql`delete from webhook_cancellation where webhook_id = ${pending.webhook_id} and era = ${pending.era}`.execute(
        db,
      )
      return
    }
    after = last
  }
}

interface Position {
  due_at: string
  delivery_id: string
}
