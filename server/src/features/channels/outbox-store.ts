import type { DeliveryReason } from '@parley/protocol/message-delivery'
import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { channelTables } from './channel-tables.ts'

export interface NewOutbound {
  customer_id: string
  seq: number
  message_id: string
  action: 'send' | 'edit' | 'delete'
}

/** Keeps those whose customers are contacts of a platform. Returns how many are new. */
export async function enqueue(
  db: Transaction,
  entries: NewOutbound[],
  now: RawBuilder<string>,
): Promise<number> {
  if (entries.length === 0) return 0
  const { rows } = await sql<{ added: number }>`
    with added as (
      insert into channel_outbox (customer_id, seq, provider_id, organization_id, contact, message_id, action, created_at)
      select g.customer_id, g.seq, c.provider_id, c.organization_id, c.contact, g.message_id, g.action, ${now}
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        as g(customer_id uuid, seq bigint, message_id uuid, action text)
      join channel_contact c on c.customer_id = g.customer_id
      order by g.customer_id, g.seq
      on conflict do nothing
      returning customer_id
    ), touched as (
      update channel_contact set outbound_due_at = least(outbound_due_at, ${now}), outbound_version = outbound_version + 1
      where customer_id in (select customer_id from added)
    )
    select count(*)::int as added from added`.execute(db)
  return rows[0]?.added ?? 0
}

const columns = [
  'customer_id',
  'seq',
  'provider_id',
  'organization_id',
  'contact',
  'message_id',
  'action',
  'parts',
  'attempts',
  'file_attempts',
] as const

/** The next entry to send to a contact. Entries are sent in order. */
export const nextOutbound = (db: Database, providerId: string, contact: string) =>
  channelTables(db)
    .selectFrom('channel_outbox')
    .select(columns)
    .where('provider_id', '=', providerId)
    .where('contact', '=', contact)
    .where('state', '=', 'pending')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
export type OutboundRow = NonNullable<Awaited<ReturnType<typeof nextOutbound>>>

type Place = Pick<OutboundRow, 'customer_id' | 'seq'>

/** Finished entries are not changed: another process that took the contact over may have finished them. */
const pendingAt = (db: Database | Transaction, { customer_id: customerId, seq }: Place) =>
  channelTables(db)
    .updateTable('channel_outbox')
    .where('customer_id', '=', customerId)
    .where('seq', '=', seq)
    .where('state', '=', 'pending')

const noAttempts = { attempts: 0, file_attempts: 0 }

/** The platform has acknowledged another part. */
export const recordPart = (db: Transaction, place: Place, parts: number): Promise<unknown> =>
  pendingAt(db, place)
    .where('parts', '<', parts)
    .set({ parts, ...noAttempts })
    .execute()

/** `unreadable`: the storage did not deliver a file. `doubtful`: the platform may have the part. */
export const recordAttempt = (
  db: Database,
  place: Place,
  failure: 'unavailable' | 'doubtful' | 'unreadable',
): Promise<unknown> => {
  const counted = failure === 'unreadable' ? 'file_attempts' : 'attempts'
  return pendingAt(db, place)
    .set((eb) => ({
      [counted]: eb(counted, '+', 1),
      ...(failure === 'doubtful' && { doubtful: eb('doubtful', '+', 1) }),
    }))
    .execute()
}

/** Whether the contact may have a part of a message that was not sent completely: the platform did not respond to a request. */
export async function mayHaveArrived(
  db: Database,
  { provider_id: providerId, contact, message_id: messageId }: OutboundRow,
): Promise<boolean> {
  const row = await channelTables(db)
    .selectFrom('channel_outbox')
    .select('seq')
    .where('provider_id', '=', providerId)
    .where('contact', '=', contact)
    .where('message_id', '=', messageId)
    .where('action', '=', 'send')
    .where('state', '<>', 'sent')
    .where('doubtful', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The platform has responded and asks to wait: neither it nor the storage is out. */
export const resetAttempts = (db: Database, place: Place): Promise<unknown> =>
  pendingAt(db, place)
    .where((eb) => eb.or([eb('attempts', '>', 0), eb('file_attempts', '>', 0)]))
    .set(noAttempts)
    .execute()

export const finishOutbound = (
  db: Database,
  place: Place,
  end: { state: 'sent' | 'failed' | 'cancelled'; reason: DeliveryReason | null; now: RawBuilder<string> },
): Promise<unknown> =>
  pendingAt(db, place).set({ state: end.state, reason: end.reason, finished_at: end.now }).execute()

/** Marks a bounced message as failed, so that it can be retried. `pending`: its sending is not finished. `unknown`: it was not sent to this contact. */
export async function failReturned(
  db: Database,
  returned: {
    providerId: string
    contact: string
    messageId: string
    reason: DeliveryReason
    now: RawBuilder<string>
  },
): Promise<'failed' | 'pending' | 'unknown'> {
  const isPending = await channelTables(db)
    .selectFrom('channel_outbox')
    .select('seq')
    .where('message_id', '=', returned.messageId)
    .where('provider_id', '=', returned.providerId)
    .where('contact', '=', returned.contact)
    .where('action', '=', 'send')
    .where('state', '=', 'pending')
    .executeTakeFirst()
  // Read first: one that is finished after this is found by the update.
  if (isPending) return 'pending'
  const row = await channelTables(db)
    .updateTable('channel_outbox')
    .set({ state: 'failed', reason: returned.reason, parts: 0, finished_at: returned.now })
    .where('message_id', '=', returned.messageId)
    .where('provider_id', '=', returned.providerId)
    .where('contact', '=', returned.contact)
    .where('action', '=', 'send')
    .where('state', 'in', ['sent', 'failed'])
    .returning('message_id')
    .executeTakeFirst()
  return row ? 'failed' : 'unknown'
}

/** Retries a failed message from the part that failed. Returns false when it has not failed. */
export async function requeue(
  db: Transaction,
  organizationId: string,
  messageId: string,
  now: RawBuilder<string>,
): Promise<boolean> {
  const row = await channelTables(db)
    .updateTable('channel_outbox')
    .set({ state: 'pending', ...noAttempts, reason: null, finished_at: null })
    .where('organization_id', '=', organizationId)
    .where('message_id', '=', messageId)
    .where('action', '=', 'send')
    .where('state', '=', 'failed')
    .returning('customer_id')
    .executeTakeFirst()
  if (!row) return false
  await makeDue(db, { customerId: row.customer_id }, now)
  return true
}

/** Tries what waits for a retry at once. */
export const makeDue = (
  db: Database | Transaction,
  whose: { customerId: string } | { providerId: string },
  now: RawBuilder<string>,
): Promise<unknown> => {
  const contacts = channelTables(db)
    .updateTable('channel_contact')
    .set((eb) => ({
      outbound_due_at: now,
      outbound_not_before: null,
      outbound_version: eb('outbound_version', '+', 1),
    }))
  return (
    'customerId' in whose
      ? contacts.where('customer_id', '=', whose.customerId)
      : contacts.where('provider_id', '=', whose.providerId).where('outbound_due_at', 'is not', null)
  ).execute()
}
