import type { Webhook, WebhookEvent } from '@parley/protocol/webhook'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { markForCancellation } from './cancellations.ts'
import { readFailure } from './failure-texts.ts'
import { webhookTables } from './webhook-tables.ts'

/** Includes current failures, if any. Never selects the encrypted secret. */
const selectWebhooks = (db: Database, organizationId: string) =>
  webhookTables(db)
    .selectFrom('webhook as w')
    .leftJoin('webhook_trouble as t', (join) =>
      join.onRef('t.webhook_id', '=', 'w.id').on('t.failures', '>', 0),
    )
    .select(['w.id', 'w.name', 'w.url', 'w.events', 'w.active', 'w.created_at'])
    .select(['t.since', 't.failures', 't.last_status', 't.last_error'])
    .where('w.organization_id', '=', organizationId)
    .where('w.deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof selectWebhooks>['executeTakeFirstOrThrow']>>

function toWebhook({ since, failures, last_status, last_error: stored, ...webhook }: Row): Webhook {
  if (since === null || failures === null) return { ...webhook, trouble: null }
  const { error: last_error, failure: last_failure } = readFailure(stored)
  return { ...webhook, trouble: { since, failures, last_status, last_error, last_failure } }
}

/** Oldest first. */
export async function listWebhooks(
  db: Database,
  organizationId: string,
  page: { max: number; after: { created_at: string; id: string } | null },
): Promise<Webhook[]> {
  let rows = selectWebhooks(db, organizationId).orderBy('w.created_at').orderBy('w.id').limit(page.max)
  const { after } = page
  if (after) {
    rows = rows.where((eb) =>
      eb(eb.refTuple('w.created_at', 'w.id'), '>', eb.tuple(after.created_at, after.id)),
    )
  }
  return (await rows.execute()).map(toWebhook)
}

export async function findWebhook(
  db: Database,
  organizationId: string,
  id: string,
): Promise<Webhook | undefined> {
  const row = await selectWebhooks(db, organizationId).where('w.id', '=', id).executeTakeFirst()
  return row && toWebhook(row)
}

/**
 * Counts existing webhooks, and those created after `since` including deleted ones. The lock, held until the end of the
 * transaction, serializes concurrent creations.
 */
export async function countWebhooksLocked(
  trx: Transaction,
  organizationId: string,
  since: string,
): Promise<{ existing: number; createdToday: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${organizationId}`}, 0))`.execute(
    trx,
  )
  return webhookTables(trx)
    .selectFrom('webhook')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('deleted_at', 'is', null).as('existing'),
      eb.fn.countAll<number>().filterWhere('created_at', '>', since).as('createdToday'),
    ])
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
}

export const insertWebhook = (
  trx: Transaction,
  row: {
    id: string
    organization_id: string
    name: string | null
    url: string
    events: WebhookEvent[]
    active: boolean
    secret: string
    created_at: string
  },
) =>
  webhookTables(trx)
    .insertInto('webhook')
    .values({ ...row, deleted_at: null, era: 0 })
    .execute()

/** Returns false if the organization has no such webhook. Only for columns that do not affect waiting deliveries. */
export async function updateWebhook(
  db: Database | Transaction,
  organizationId: string,
  id: string,
  change: { url?: string; secret?: string },
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

export interface WebhookSwitch {
  name?: string | null
  url?: string
  events?: WebhookEvent[]
  active?: boolean
  deleted_at?: string
  secret?: string
}

/**
 * Updates a webhook and records the cancellation of deliveries it no longer receives. Its row stays locked until the end of the
 * transaction: whatever queues a delivery locks that row in share mode, and so runs before the change or sees it.
 */
export async function switchWebhook(
  trx: Transaction,
  organizationId: string,
  id: string,
  change: WebhookSwitch,
): Promise<'not_found' | 'changed' | 'to_cancel'> {
  const before = await webhookTables(trx)
    .selectFrom('webhook')
    .select(['active', 'events', 'era'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return 'not_found'
  const scope = cancellationScope(before, change)
  const era = before.era + (scope === 'nothing' ? 0 : 1)
  await webhookTables(trx)
    .updateTable('webhook')
    .set({ ...change, era })
    .where('id', '=', id)
    .execute()
  if (scope === 'nothing') return 'changed'
  await markForCancellation(trx, { webhookId: id, era, types: scope === 'everything' ? null : scope })
  return 'to_cancel'
}

/** For an inactive webhook nothing waits, or it is already being cancelled. */
function cancellationScope(
  before: { active: boolean; events: WebhookEvent[] },
  change: WebhookSwitch,
): 'nothing' | 'everything' | WebhookEvent[] {
  if (!before.active) return 'nothing'
  if (change.active === false || change.deleted_at !== undefined) return 'everything'
  const { events = before.events } = change
  const removed = before.events.filter((event) => !events.includes(event))
  return removed.length > 0 ? removed : 'nothing'
}

/** Locks the webhook in share mode, so that it cannot be disabled before the transaction ends. */
export const lockWebhook = (
  trx: Transaction,
  organizationId: string,
  id: string,
): Promise<{ active: boolean; era: number } | undefined> =>
  webhookTables(trx)
    .selectFrom('webhook')
    .select(['active', 'era'])
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
