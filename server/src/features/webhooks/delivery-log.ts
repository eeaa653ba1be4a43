import type { Attempt, Delivery, DeliveryFilter } from '@parley/protocol/webhook'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../core/database.ts'
import type { StoredEvent } from './event-body.ts'
import { readFailure } from './failure-texts.ts'
import { webhookTables } from './webhook-tables.ts'

type Condition = RawBuilder<unknown>

/** `source` is the `from` clause and the rest: `d` is the delivery, `q` its row in the queue, if any. */
async function select(db: Database, source: Condition): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select d.id, d.webhook_id, d.event_id, d.type,
      case when d.state <> 'open' then d.state when q.lease_until is null then 'waiting' else 'sending' end as state,
      d.attempts, case when d.state = 'open' and q.lease_until is null then q.due_at end as next_attempt_at,
      d.last_status, d.last_error, d.created_at, d.updated_at
    ${source}
  `.execute(db)
  return rows.map((row) => ({ ...row, last_error: readFailure(row.last_error).error }))
}

const all = sql`from delivery d left join delivery_queue q on q.delivery_id = d.id`

/**
 * Open deliveries, starting from the queue of the organization's webhooks: the log may have a million finished rows. Written so
 * that the planner, whose statistics may date from when the queue was empty, can only look up row by row.
 */
const queued = (organizationId: string, state: 'waiting' | 'sending') => sql`
  from webhook w
  cross join lateral (
    select * from delivery_queue q
    where q.webhook_id = w.id and q.lease_until is ${state === 'waiting' ? sql`null` : sql`not null`} offset 0
  ) q
  cross join lateral (select * from delivery d where d.id = q.delivery_id offset 0) d
  where w.organization_id = ${organizationId}`

export async function findDelivery(
  db: Database,
  organizationId: string,
  id: string,
): Promise<Delivery | undefined> {
  const [found] = await select(db, sql`${all} where d.organization_id = ${organizationId} and d.id = ${id}`)
  return found
}

/** Newest first. */
export function listDeliveries(
  db: Database,
  organizationId: string,
  filter: DeliveryFilter,
  page: { max: number; after: { created_at: string; id: string } | null },
): Promise<Delivery[]> {
  const { state } = filter
  const { after, max } = page
  const source =
    state === 'waiting' || state === 'sending'
      ? sql`${queued(organizationId, state)} and true`
      : sql`${all} where true`
  const conditions = filterConditions(organizationId, filter)
  if (after) conditions.push(sql`(d.created_at, d.id) < (${after.created_at}, ${after.id})`)
  return select(
    db,
    sql`${source} and ${sql.join(conditions, sql` and `)} order by d.created_at desc, d.id desc limit ${max}`,
  )
}

/** Both `waiting` and `sending` are stored as `open`; only the queue tells them apart. */
export function filterConditions(organizationId: string, filter: DeliveryFilter): Condition[] {
  const { webhook_id, state, type, event_id, customer_id, conversation_id, from, to } = filter
  const conditions = [sql`d.organization_id = ${organizationId}`]
  if (state === 'waiting' || state === 'sending') conditions.push(sql`d.state = 'open'`)
  else if (state !== undefined) conditions.push(sql`d.state = ${state}`)
  if (state === 'failed' || state === 'cancelled') conditions.push(sql`d.undelivered`)
  if (webhook_id !== undefined) conditions.push(sql`d.webhook_id = ${webhook_id}`)
  if (type !== undefined) conditions.push(sql`d.type = ${type}`)
  if (event_id !== undefined) conditions.push(sql`d.event_id = ${event_id}`)
  for (const [column, id] of [
    ['customer_id', customer_id],
    ['conversation_id', conversation_id],
  ] as const) {
    if (id !== undefined)
      conditions.push(
        sql`d.event_id in (select e.id from webhook_event e where e.${sql.ref(column)} = ${id})`,
      )
  }
  if (from !== undefined) conditions.push(sql`d.created_at >= ${from}`)
  if (to !== undefined) conditions.push(sql`d.created_at <= ${to}`)
  return conditions
}

/** Includes all attempts within retention (14 days, spec 8), oldest first. */
export async function findDeliveryDetail(
  db: Database,
  organizationId: string,
  id: string,
): Promise<(Delivery & { event: StoredEvent; attempt_list: Attempt[] }) | undefined> {
  const delivery = await findDelivery(db, organizationId, id)
  if (!delivery) return undefined
  const { rows } = await sql<StoredEvent>`
    select id as event_id, type, occurred_at, data::text as data from webhook_event where id = ${delivery.event_id}
  `.execute(db)
  const [event] = rows
  // The retention removes deliveries and events together.
  if (!event) return undefined
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
    .limit(maxAttempts)
    .execute()
  return {
    ...delivery,
    event,
    attempt_list: attempts.toReversed().map((attempt) => ({ ...attempt, ...readFailure(attempt.error) })),
  }
}

/** Latest attempts returned: three automatic ones and any number of manual ones. */
const maxAttempts = 200
