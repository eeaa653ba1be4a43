import type { Webhook, WebhookEvent } from '@parley/protocol/webhook'
import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { webhookTables } from './webhook-tables.ts'

/** With its trouble, if it has any; the sealed secret is never read along. */
const existing = (db: Database, organizationId: string) =>
  webhookTables(db)
    .selectFrom('webhook as w')
    .leftJoin('webhook_trouble as t', (join) =>
      join.onRef('t.webhook_id', '=', 'w.id').on('t.failures', '>', 0),
    )
    .select(['w.id', 'w.url', 'w.events', 'w.active', 'w.created_at'])
    .select(['t.since', 't.failures', 't.last_status', 't.last_error'])
    .where('w.organization_id', '=', organizationId)
    .where('w.deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof existing>['executeTakeFirstOrThrow']>>

const present = ({ since, failures, last_status, last_error, ...webhook }: Row): Webhook => ({
  ...webhook,
  trouble: since === null || failures === null ? null : { since, failures, last_status, last_error },
})

/** Oldest first. */
export async function listWebhooks(
  db: Database,
  organizationId: string,
  page: { max: number; after: { created_at: string; id: string } | null },
): Promise<Webhook[]> {
  let rows = existing(db, organizationId).orderBy('w.created_at').orderBy('w.id').limit(page.max)
  const { after } = page
  if (after) {
    rows = rows.where((eb) =>
      eb(eb.refTuple('w.created_at', 'w.id'), '>', eb.tuple(after.created_at, after.id)),
    )
  }
  return (await rows.execute()).map(present)
}

export async function findWebhook(
  db: Database,
  organizationId: string,
  id: string,
): Promise<Webhook | undefined> {
  const row = await existing(db, organizationId).where('w.id', '=', id).executeTakeFirst()
  return row && present(row)
}

/** Two that are made at once are counted one after the other: the lock is held to the end of the transaction. */
export async function countWebhooksLocked(trx: Transaction, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${organizationId}`}, 0))`.execute(
    trx,
  )
  const { count } = await webhookTables(trx)
    .selectFrom('webhook')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const insertWebhook = (
  trx: Transaction,
  row: {
    id: string
    organization_id: string
    url: string
    events: WebhookEvent[]
    active: boolean
    secret: string
    created_at: string
  },
) =>
  webhookTables(trx)
    .insertInto('webhook')
    .values({ ...row, deleted_at: null })
    .execute()

/** false: this organization has no such webhook. */
export async function updateWebhook(
  db: Database | Transaction,
  organizationId: string,
  id: string,
  change: { url?: string; events?: WebhookEvent[]; active?: boolean; secret?: string; deleted_at?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await webhookTables(db)
    .updateTable('webhook')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whoever switches it off waits for this transaction, or this one for them. */
export const lockWebhook = (
  trx: Transaction,
  organizationId: string,
  id: string,
): Promise<{ active: boolean } | undefined> =>
  webhookTables(trx)
    .selectFrom('webhook')
    .select('active')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()

export async function findSealedSecret(
  db: Database,
  organizationId: string,
  id: string,
): Promise<string | undefined> {
  const row = await webhookTables(db)
    .selectFrom('webhook')
    .select('secret')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.secret
}

/**
 * Cancels what waits and may not be sent any more, in the transaction that has just changed the webhook, whose row it
 * holds. Nothing is added meanwhile: every statement that lets a delivery wait takes that row in share mode. What is being
 * sent ends, and the end of the attempt sees the change.
 */
export async function cancelWaiting(
  trx: Transaction,
  webhookId: string,
  now: RawBuilder<string>,
): Promise<void> {
  await sql`
    with gone as (
      delete from delivery_queue q using webhook w, delivery d
      where q.webhook_id = ${webhookId} and q.lease_until is null and w.id = q.webhook_id and d.id = q.delivery_id
        and not (w.active and w.deleted_at is null and (d.type = any(w.events) or d.type = 'webhook.test'))
      returning q.delivery_id
    )
    update delivery d set state = 'cancelled', updated_at = ${now} from gone where d.id = gone.delivery_id
  `.execute(trx)
}
