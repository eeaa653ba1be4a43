import type { Database, Transaction } from '../../core/database.ts'
import { channelTables } from './channel-tables.ts'
import type { OutboundPart } from './adapter.ts'

export interface Ref {
  provider_id: string
  contact: string
  external_id: string
  customer_id: string
  message_id: string
  part: number
  kind: OutboundPart['kind']
}

export async function insertRefs(db: Database | Transaction, refs: Ref[]): Promise<void> {
  if (refs.length === 0) return
  await channelTables(db)
    .insertInto('channel_ref')
    .values(refs)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The message that a platform's message is a part of. */
export const findRef = (db: Database, providerId: string, contact: string, externalId: string) =>
  channelTables(db)
    .selectFrom('channel_ref')
    .select(['message_id', 'customer_id', 'part', 'kind'])
    .where('provider_id', '=', providerId)
    .where('contact', '=', contact)
    .where('external_id', '=', externalId)
    .executeTakeFirst()

/** What a reply to this message quotes: its first part. */
export const findRefForReply = (db: Database, messageId: string) =>
  channelTables(db)
    .selectFrom('channel_ref')
    .select('external_id')
    .where('message_id', '=', messageId)
    .orderBy('part')
    .limit(1)
    .executeTakeFirst()

/** The parts of a message, in order. */
export const refsOfMessage = (db: Database, messageId: string): Promise<Ref[]> =>
  channelTables(db)
    .selectFrom('channel_ref')
    .selectAll()
    .where('message_id', '=', messageId)
    .orderBy('part')
    .execute()

export const setRefKind = (
  db: Database,
  { provider_id, contact, external_id }: Ref,
  kind: Ref['kind'],
): Promise<unknown> =>
  channelTables(db)
    .updateTable('channel_ref')
    .set({ kind })
    .where('provider_id', '=', provider_id)
    .where('contact', '=', contact)
    .where('external_id', '=', external_id)
    .execute()

export const deleteRef = (db: Database, { provider_id, contact, external_id }: Ref): Promise<unknown> =>
  channelTables(db)
    .deleteFrom('channel_ref')
    .where('provider_id', '=', provider_id)
    .where('contact', '=', contact)
    .where('external_id', '=', external_id)
    .execute()
