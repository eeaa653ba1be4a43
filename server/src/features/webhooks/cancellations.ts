import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { claimLock } from './claim-statement.ts'

/**
 * Switching off, unsubscribing and deleting cancel what waits, for good (spec 7). The transaction of the change writes only
 * what is to be cancelled; the work follows in batches, by whoever changed it and by every worker, and goes on after a
 * crash. Held for all of it, the webhook's row would make the events and failed attempts of everybody wait: 3.5 s with
 * 100,000 waiting.
 */

/** Rows at a time: some 90 ms; a switch-off before 100,000 takes 50 ms, what follows 9 s. */
const together = 1000

/**
 * For the transaction that has just moved the webhook to this era, and holds its row. From its commit on nothing that is
 * covered is sent: claims go before it or after it, and pass over a webhook of which something is to be cancelled.
 */
export async function markForCancelling(
  trx: Transaction,
  what: { webhookId: string; era: number; types: string[] | null },
): Promise<void> {
  const { webhookId, era, types } = what
  await sql`
    insert into webhook_cancellation (webhook_id, era, types) values (${webhookId}, ${era}, ${types}::text[])
  `.execute(trx)
  await sql`select pg_advisory_xact_lock(${sql.lit(claimLock)})`.execute(trx)
  // No more of them than a webhook may have under way.
  await sql`
    update delivery_queue q set revoked = true from delivery d
    where q.webhook_id = ${webhookId} and q.lease_until is not null and d.id = q.delivery_id
      and (${types}::text[] is null or d.type = any(${types}::text[]))
  `.execute(trx)
}

interface Mark {
  webhook_id: string
  organization_id: string
  era: number
  types: string[] | null
}

/**
 * Cancels what is marked, of all webhooks or of this one, at most so many batches of each mark. Several may do it at once.
 * Answers the organizations of whose deliveries some are different.
 */
export async function cancelMarked(
  db: Database,
  now: RawBuilder<string>,
  limits: { webhookId?: string; batches?: number } = {},
): Promise<string[]> {
  const { webhookId = null, batches = Infinity } = limits
  const { rows: marks } = await sql<Mark>`
    select c.webhook_id, c.era, c.types, w.organization_id
    from webhook_cancellation c join webhook w on w.id = c.webhook_id
    where ${webhookId}::uuid is null or c.webhook_id = ${webhookId} order by c.webhook_id, c.era
  `.execute(db)
  for (const mark of marks) await cancelOf(db, now, mark, batches)
  return [...new Set(marks.map((mark) => mark.organization_id))]
}

/** One way through what waits, from the earliest due: nothing that is covered can come to wait behind it. */
async function cancelOf(db: Database, now: RawBuilder<string>, mark: Mark, batches: number): Promise<void> {
  let after: Place = { due_at: '-infinity', delivery_id: '00000000-0000-0000-0000-000000000000' }
  for (let batch = 0; batch < batches; batch += 1) {
    const { rows } = await sql<Place & { seen: number }>`
      with seen as materialized (
        select q.delivery_id, q.due_at from delivery_queue q
        where q.webhook_id = ${mark.webhook_id} and q.lease_until is null and q.era < ${mark.era}
          and (q.due_at, q.delivery_id) > (${after.due_at}::timestamptz, ${after.delivery_id}::uuid)
        order by q.due_at, q.delivery_id limit ${together} for update
      ), gone as (
        delete from delivery_queue q using seen s, delivery d
        where q.delivery_id = s.delivery_id and d.id = s.delivery_id
          and (${mark.types}::text[] is null or d.type = any(${mark.types}::text[]))
        returning q.delivery_id
      ), cancelled as (
        update delivery d set state = 'cancelled', updated_at = ${now} from gone where d.id = gone.delivery_id
      )
      select due_at, delivery_id, (count(*) over ())::int as seen from seen order by due_at desc, delivery_id desc limit 1
    `.execute(db)
    const [last] = rows
    if (!last || last.seen < together) {
      await sql`delete from webhook_cancellation where webhook_id = ${mark.webhook_id} and era = ${mark.era}`.execute(
        db,
      )
      return
    }
    after = last
  }
}

interface Place {
  due_at: string
  delivery_id: string
}
