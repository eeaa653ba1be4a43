import { directDeliveries, type DeliveryFilter } from '@parley/protocol/webhook'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../core/database.ts'
import { filterConditions } from './delivery-log.ts'
import { neverSent } from './log-retention.ts'

/**
 * A resend that failed keeps its delivery in the log for another 14 days, but receivers forget an event 15 days after its last receipt:
 * from this age on an event is not sent, except those that no receiver can know.
 */
const isTooOld = (now: RawBuilder<string>) =>
  sql<boolean>`(d.created_at < ${now} - interval '14 days' and not (d.state = 'failed' and ${sql.raw(neverSent)}))`

/** Deliveries that need no subscription. */
const isDirect = sql`(d.direct or d.type in (${sql.join(directDeliveries.map((type) => sql.lit(type)))}))`

/*
 * Resends lock the delivery in key share mode: log retention, which skips locked rows, leaves it alone, and the result of an
 * attempt, which locks the row of the queue and updates the delivery, is not blocked.
 */

/** Returns null if queued, or if nothing was to do because an attempt is in flight or already due; otherwise the error code. */
export async function resendOne(
  db: Database,
  organizationId: string,
  id: string,
  now: RawBuilder<string>,
): Promise<'not_found' | 'delivery_too_old' | 'webhook_inactive' | 'webhook_unsubscribed' | null> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ active: boolean; subscribed: boolean; too_old: boolean; era: number }>`
      select w.active and w.deleted_at is null as active,
        d.type = any(w.events) or ${isDirect} as subscribed, ${isTooOld(now)} as too_old, w.era
      from delivery d join webhook w on w.id = d.webhook_id
      where d.organization_id = ${organizationId} and d.id = ${id} for share of w for key share of d
    `.execute(trx)
    const [found] = rows
    if (!found) return 'not_found'
    if (found.too_old) return 'delivery_too_old'
    if (!found.active) return 'webhook_inactive'
    if (!found.subscribed) return 'webhook_unsubscribed'
    // Locks the row of the queue first, as everywhere: only its holder changes the delivery.
    await sql`
      with asked as materialized (
        select d.id, d.webhook_id, exists (
          select from webhook_cancellation c join delivery_queue q on q.delivery_id = d.id
          where c.webhook_id = d.webhook_id and q.era < c.era and (c.types is null or (d.type = any(c.types) and not d.direct))
        ) as as_good_as_cancelled
        from delivery d where d.id = ${id}
      ), queued as (
        insert into delivery_queue as q (delivery_id, webhook_id, kind, due_at, era)
        select id, webhook_id, 'manual', ${now}, ${found.era} from asked
        on conflict (delivery_id) do update set
          kind = 'manual', due_at = excluded.due_at, era = excluded.era,
          retry_at = case when (select as_good_as_cancelled from asked) then null else q.due_at end
          where q.lease_until is null and (
            (select as_good_as_cancelled from asked) or (q.kind = 'automatic' and q.due_at > excluded.due_at)
          )
        returning delivery_id
      )
      update delivery d set state = 'open', updated_at = ${now} from queued where d.id = queued.delivery_id
    `.execute(trx)
    return null
  })
}

/** The place of a delivery in the log. */
export interface Position {
  created_at: string
  id: string
}

/** Resends matching finished deliveries, newest first, at most `max`. Returns the last one if there are more. */
export async function resendMatching(
  db: Database,
  organizationId: string,
  filter: DeliveryFilter,
  { max, after }: { max: number; after: Position | null },
  now: RawBuilder<string>,
): Promise<{ resent: number; last: Position | null }> {
  const conditions = [
    ...filterConditions(organizationId, filter),
    sql`d.state <> 'open'`,
    sql`not (${isTooOld(now)})`,
    sql`(d.type = any(w.events) or ${isDirect})`,
  ]
  // Those resent match again once they are finished.
  if (after) conditions.push(sql`(d.created_at, d.id) < (${after.created_at}, ${after.id})`)
  const { rows } = await sql<{ resent: number } & (Position | { created_at: null; id: null })>`
    with receiver as materialized (
      select id, events, era from webhook
      where organization_id = ${organizationId} and active and deleted_at is null for share
    ), matching as materialized (
      select d.id, d.created_at, d.webhook_id, w.era from delivery d join receiver w on w.id = d.webhook_id
      where ${sql.join(conditions, sql` and `)}
      order by d.created_at desc, d.id desc limit ${max + 1} for key share of d
    ), queued as (
      insert into delivery_queue (delivery_id, webhook_id, kind, due_at, era)
      select id, webhook_id, 'manual', ${now}, era from matching limit ${max}
      on conflict (delivery_id) do nothing
      returning delivery_id
    ), opened as (
      update delivery d set state = 'open', updated_at = ${now} from queued where d.id = queued.delivery_id
    )
    select (select count(*) from queued)::int as resent, last.*
    from (select count(*) > ${max} as more from matching) found
    left join (
      select created_at, id from matching order by created_at desc, id desc offset ${max - 1} limit 1
    ) last on found.more
  `.execute(db)
  const { resent, ...last } = rows[0] ?? { resent: 0, created_at: null, id: null }
  return { resent, last: last.id === null ? null : last }
}
