import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import type { InboundFileContent, InboundPlace } from './adapter.ts'
import { cleanText } from './clean-text.ts'
import { channelTables } from './channel-tables.ts'

/** How long an update waits for earlier ones, because webhooks arrive over parallel connections. */
export const reorderWindowMs = 1000
/** The parts of an album arrive one after the other: time after the newest one. */
export const groupWindowMs = 1200

export interface NewInbound extends InboundPlace {
  payload: unknown
}

/**
 * Stores updates before they are acknowledged. Those that are known already, by the platform's id, are ignored. An update whose
 * predecessor is here is ready at once; `inOrder`: all are.
 */
export async function storeInbound(
  db: Transaction,
  to: { providerId: string; organizationId: string; inOrder: boolean; now: RawBuilder<string> },
  updates: NewInbound[],
): Promise<number> {
  if (updates.length === 0) return 0
  const { providerId, now } = to
  const list = JSON.stringify(
    updates.map(({ externalId, position, contact, group, payload }) => ({
      external_id: externalId,
      position,
      contact,
      group_key: group,
      payload,
    })),
    (_key, value: unknown) => (typeof value === 'string' ? cleanText(value) : value),
  )
  // Contacts in one order, so that two batches do not wait for each other.
  const { rows } = await sql<{ added: number }>`
    with given as (
      select * from jsonb_to_recordset(${list}::jsonb)
        as u(external_id text, position bigint, contact text, group_key text, payload jsonb)
    ), added as (
      insert into channel_inbound (provider_id, external_id, contact, position, group_key, payload, received_at, ready_at)
      select ${providerId}, g.external_id, g.contact, g.position, g.group_key, g.payload, ${now},
        ${now} + case
          when g.group_key is not null then ${groupWindowMs}
          when ${to.inOrder} then 0
          when exists (
            select from channel_inbound b where b.provider_id = ${providerId} and b.position = g.position - 1
              and (b.ready_at <= ${now} or b.contact = g.contact)
          ) then 0
          else ${reorderWindowMs}
        end * interval '1 millisecond'
      from given g
      order by g.position
      on conflict do nothing
      returning contact, ready_at
    ), due as (
      select contact, min(ready_at) as ready_at from added group by contact
    ), touched as (
      insert into channel_contact (provider_id, contact, organization_id, inbound_due_at)
      select ${providerId}, contact, ${to.organizationId}, ready_at from due order by contact
      on conflict (provider_id, contact) do update set
        inbound_due_at = least(channel_contact.inbound_due_at, excluded.inbound_due_at),
        inbound_version = channel_contact.inbound_version + 1
    )
    select count(*)::int as added from added`.execute(db)
  return rows[0]?.added ?? 0
}

/** Stores the files of updates that wait to be handled. */
export async function storeFiles(
  db: Transaction,
  providerId: string,
  files: readonly InboundFileContent[],
): Promise<void> {
  for (const { externalId, position, content } of files)
    await sql`
      insert into channel_inbound_file (provider_id, external_id, position, content)
      select ${providerId}, external_id, ${position}, ${content} from channel_inbound
      where provider_id = ${providerId} and external_id = ${externalId} and done_at is null
      on conflict do nothing`.execute(db)
}

export interface PendingInbound {
  external_id: string
  position: number
  group_key: string | null
  payload: unknown
  attempts: number
  ready: boolean
}

/** In the platform's order. */
export async function pendingInbound(
  db: Database,
  providerId: string,
  contact: string,
  { now, max }: { now: RawBuilder<string>; max: number },
): Promise<PendingInbound[]> {
  const { rows } = await sql<PendingInbound>`
    select external_id, position, group_key, payload, attempts, ready_at <= ${now} as ready
    from channel_inbound
    where provider_id = ${providerId} and contact = ${contact} and done_at is null
    order by position limit ${max}`.execute(db)
  return rows
}

/** Deletes the payload. `error`: why the update was not handled. */
export async function finishInbound(
  db: Database,
  providerId: string,
  externalIds: string[],
  { now, error }: { now: RawBuilder<string>; error: string | null },
): Promise<void> {
  await sql`
    with files as (
      delete from channel_inbound_file where provider_id = ${providerId} and external_id = any(${externalIds})
    )
    update channel_inbound set done_at = ${now}, payload = null, error = ${error}
    where provider_id = ${providerId} and external_id = any(${externalIds})`.execute(db)
}

export const postponeInbound = (
  db: Database,
  providerId: string,
  externalId: string,
  { until, error }: { until: RawBuilder<string>; error: string },
): Promise<unknown> =>
  channelTables(db)
    .updateTable('channel_inbound')
    .set((eb) => ({ ready_at: until, attempts: eb('attempts', '+', 1), error }))
    .where('provider_id', '=', providerId)
    .where('external_id', '=', externalId)
    .execute()

/** Handles what waits for the account at once. */
export const makeInboundDue = (
  db: Database | Transaction,
  providerId: string,
  now: RawBuilder<string>,
): Promise<unknown> =>
  channelTables(db)
    .updateTable('channel_contact')
    .set((eb) => ({ inbound_due_at: now, inbound_version: eb('inbound_version', '+', 1) }))
    .where('provider_id', '=', providerId)
    .where('inbound_due_at', 'is not', null)
    .execute()
