import type { ResendInput, ResendResult } from '@parley/protocol/webhook'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../core/database.ts'
import { filterConditions } from './delivery-log.ts'

/** null: done, or nothing to do because an attempt is under way or due already. */
export async function resendOne(
  db: Database,
  organizationId: string,
  id: string,
  now: RawBuilder<string>,
): Promise<'not_found' | 'webhook_inactive' | 'webhook_unsubscribed' | null> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ active: boolean; subscribed: boolean }>`
      select w.active and w.deleted_at is null as active,
        d.type = any(w.events) or d.type = 'webhook.test' as subscribed
      from delivery d join webhook w on w.id = d.webhook_id
      where d.organization_id = ${organizationId} and d.id = ${id} for share of w
    `.execute(trx)
    const [found] = rows
    if (!found) return 'not_found'
    if (!found.active) return 'webhook_inactive'
    if (!found.subscribed) return 'webhook_unsubscribed'
    // The row of the queue first, as everywhere: its holder alone moves the delivery.
    await sql`
      with queued as (
        insert into delivery_queue as q (delivery_id, webhook_id, kind, due_at)
        select id, webhook_id, 'manual', ${now} from delivery where id = ${id}
        on conflict (delivery_id) do update set kind = 'manual', retry_at = q.due_at, due_at = excluded.due_at
          where q.lease_until is null and q.kind = 'automatic' and q.due_at > excluded.due_at
        returning delivery_id
      )
      update delivery d set state = 'open', updated_at = ${now} from queued where d.id = queued.delivery_id
    `.execute(trx)
    return null
  })
}

/** What matches and is over, newest first, at most so many. */
export async function resendMatching(
  db: Database,
  organizationId: string,
  filter: ResendInput,
  most: number,
  now: RawBuilder<string>,
): Promise<ResendResult> {
  const conditions = [
    ...filterConditions(organizationId, filter),
    sql`d.state <> 'open'`,
    sql`(d.type = any(w.events) or d.type = 'webhook.test')`,
  ]
  const { rows } = await sql<ResendResult>`
    with receiver as materialized (
      select id, events from webhook
      where organization_id = ${organizationId} and active and deleted_at is null for share
    ), matching as materialized (
      select d.id, d.webhook_id from delivery d join receiver w on w.id = d.webhook_id
      where ${sql.join(conditions, sql` and `)}
      order by d.created_at desc, d.id desc limit ${most + 1}
    ), queued as (
      insert into delivery_queue (delivery_id, webhook_id, kind, due_at)
      select id, webhook_id, 'manual', ${now} from matching limit ${most}
      on conflict (delivery_id) do nothing
      returning delivery_id
    ), opened as (
      update delivery d set state = 'open', updated_at = ${now} from queued where d.id = queued.delivery_id
    )
    select (select count(*) from queued)::int as resent, (select count(*) from matching) > ${most} as more
  `.execute(db)
  return rows[0] ?? { resent: 0, more: false }
}
