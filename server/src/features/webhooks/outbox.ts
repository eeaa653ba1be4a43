import type { DeliveryType } from '@parley/protocol/webhook'
import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../core/database.ts'
import type { PublicEntry } from '../../core/event-log.ts'
import { listOf, prepared } from '../../core/prepared-statements.ts'

/**
 * Inserts deliveries in the transaction of their events: after the commit both exist, or neither. One statement, also for
 * organizations without webhooks, where it costs a single index lookup: a cache of organizations without webhooks would lose
 * events while another process enables one.
 *
 * `for share`: disabling a webhook, changing its events or deleting it waits for this transaction, or this one waits for the
 * change; either way no delivery is left waiting for a webhook that must not receive it. Returns the webhooks with new
 * deliveries, each once.
 */
export async function enqueueEvents(
  trx: Transaction,
  entries: PublicEntry[],
  now: RawBuilder<string>,
): Promise<{ organization_id: string; webhook_id: string }[]> {
  const column = (key: keyof PublicEntry, type?: 'text' | 'timestamptz') =>
    listOf(
      entries.map((entry) => entry[key]),
      type,
    )
  const { rows } = await sql<{ organization_id: string; webhook_id: string }>`
    ${prepared} with entry as materialized (
      select * from unnest(
        ${column('id')}, ${column('organization_id')}, ${column('type', 'text')},
        ${column('created_at', 'timestamptz')}, ${column('customer_id')}, ${column('conversation_id')},
        ${listOf(
          entries.map((entry) => JSON.stringify(entry.data)),
          'text',
        )}
      ) as t(id, organization_id, type, created_at, customer_id, conversation_id, data)
    ), target as materialized (
      select w.id as webhook_id, w.era, e.id, e.organization_id, e.type, e.created_at
      from entry e join webhook w
        on w.organization_id = e.organization_id and w.deleted_at is null and w.active and e.type = any(w.events)
      for share of w
    ), event as (
      insert into webhook_event (id, organization_id, type, occurred_at, customer_id, conversation_id, data)
      select id, organization_id, type, created_at, customer_id, conversation_id, data::json from entry
      where id in (select id from target)
    ), made as (
      insert into delivery (id, organization_id, webhook_id, event_id, type, state, created_at, updated_at)
      select uuid_v7(${now}), organization_id, webhook_id, id, type, 'open', created_at, ${now} from target
      returning id, webhook_id, organization_id
    ), queued as (
      insert into delivery_queue (delivery_id, webhook_id, due_at, era)
      select id, webhook_id, ${now}, (select t.era from target t where t.webhook_id = made.webhook_id limit 1) from made
    )
    select distinct organization_id, webhook_id from made
  `.execute(trx)
  return rows
}

/** An event for one webhook. Its deliveries are found by the customer and the conversation, unless they are null. */
export interface DirectEvent {
  id: string
  type: DeliveryType
  customer_id: string | null
  conversation_id: string | null
  data: object
}

/**
 * Inserts an event with a delivery to one webhook, whose row the transaction has locked. Returns the id of the delivery; null: the
 * event exists already.
 */
export async function enqueueFor(
  trx: Transaction,
  webhook: { id: string; era: number },
  event: DirectEvent & { organization_id: string; occurred_at: string },
  now: RawBuilder<string>,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with event as (
      insert into webhook_event (id, organization_id, type, occurred_at, customer_id, conversation_id, data)
      values (${event.id}, ${event.organization_id}, ${event.type}, ${event.occurred_at}, ${event.customer_id},
        ${event.conversation_id}, ${JSON.stringify(event.data)}::json)
      on conflict (id) do nothing
      returning id, organization_id, type, occurred_at
    ), made as (
      insert into delivery (id, organization_id, webhook_id, event_id, type, direct, state, created_at, updated_at)
      select uuid_v7(${now}), organization_id, ${webhook.id}::uuid, id, type, true, 'open', occurred_at, ${now} from event
      returning id
    ), queued as (
      insert into delivery_queue (delivery_id, webhook_id, due_at, era)
      select id, ${webhook.id}::uuid, ${now}, ${webhook.era}::int from made
    )
    select id from made
  `.execute(trx)
  return rows[0]?.id ?? null
}
