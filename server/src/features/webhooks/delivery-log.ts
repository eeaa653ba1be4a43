import type { Attempt, Delivery, DeliveryDetail, ResendInput } from '@parley/protocol/webhook'
import { sql, type SqlBool } from 'kysely'
import type { Database } from '../../core/database.ts'
import { webhookTables } from './webhook-tables.ts'

const deliveries = (db: Database, organizationId: string) =>
  webhookTables(db)
    .selectFrom('delivery as d')
    .leftJoin('delivery_queue as q', 'q.delivery_id', 'd.id')
    .select(['d.id', 'd.webhook_id', 'd.event_id', 'd.type', 'd.attempts', 'd.last_status', 'd.last_error'])
    .select(['d.created_at', 'd.updated_at'])
    .select(
      sql<Delivery['state']>`case when d.state <> 'open' then d.state
        when q.lease_until is null then 'waiting' else 'sending' end`.as('state'),
    )
    .select(
      sql<string | null>`case when d.state = 'open' and q.lease_until is null then q.due_at end`.as(
        'next_attempt_at',
      ),
    )
    .where('d.organization_id', '=', organizationId)

export const findDelivery = (
  db: Database,
  organizationId: string,
  id: string,
): Promise<Delivery | undefined> => deliveries(db, organizationId).where('d.id', '=', id).executeTakeFirst()

/** Newest first. */
export function listDeliveries(
  db: Database,
  organizationId: string,
  filter: ResendInput,
  page: { max: number; after: { created_at: string; id: string } | null },
): Promise<Delivery[]> {
  let rows = deliveries(db, organizationId)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(page.max)
  const { after } = page
  if (after) {
    rows = rows.where((eb) =>
      eb(eb.refTuple('d.created_at', 'd.id'), '<', eb.tuple(after.created_at, after.id)),
    )
  }
  const { state, webhook_id, type, event_id, from, to } = filter
  if (state === 'waiting' || state === 'sending') {
    // What is to be sent is few, or the newest: either way found without reading the whole log.
    rows = rows
      .where('d.state', '=', 'open')
      .where('q.delivery_id', 'is not', null)
      .where('q.lease_until', state === 'waiting' ? 'is' : 'is not', null)
  } else if (state !== undefined) rows = rows.where('d.state', '=', state)
  if (state === 'failed' || state === 'cancelled') rows = rows.where(sql<SqlBool>`d.undelivered`)
  if (webhook_id !== undefined) rows = rows.where('d.webhook_id', '=', webhook_id)
  if (type !== undefined) rows = rows.where('d.type', '=', type)
  if (event_id !== undefined) rows = rows.where('d.event_id', '=', event_id)
  if (from !== undefined) rows = rows.where('d.created_at', '>=', from)
  if (to !== undefined) rows = rows.where('d.created_at', '<=', to)
  return rows.execute()
}

/** With every attempt that is still kept (14 days, spec 8), oldest first. */
export async function findDeliveryDetail(
  db: Database,
  organizationId: string,
  id: string,
): Promise<DeliveryDetail | undefined> {
  const delivery = await findDelivery(db, organizationId, id)
  if (!delivery) return undefined
  const attempts = await webhookTables(db)
    .selectFrom('delivery_attempt')
    .select(['id', 'kind', 'outcome', 'status', 'error', 'started_at', 'finished_at', 'duration_ms'])
    .select([
      sql<Attempt['request']>`request`.as('request'),
      sql<Attempt['response']>`response`.as('response'),
    ])
    .where('delivery_id', '=', id)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostAttempts)
    .execute()
  return { ...delivery, attempt_list: attempts.toReversed() }
}

/** Three that count, and as many by hand as anybody has patience for: the latest of them. */
const mostAttempts = 200
