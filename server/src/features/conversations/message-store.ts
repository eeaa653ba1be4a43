import type { AgentFace } from '@parley/protocol/agent'
import type { MediaRecord } from '@parley/protocol/media'
import type { MessageRecord } from '@parley/protocol/message'
import type { MessageDelivery } from '@parley/protocol/message-delivery'
import type { SenderType } from '@parley/protocol/sender'
import { sql } from 'kysely'
import { secondsBetween } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { isByPerson } from './automatic-messages.ts'
import { conversationTables, notBefore, type ConversationRow } from './conversation-store.ts'
import { senderRules, staleWindow } from './sender-rules.ts'

export const previewLength = 160

/** First characters of a text for a list row; never half of a surrogate pair. */
export function previewOf(content: string): string {
  if (content.length <= previewLength) return content
  const whole = content.slice(0, previewLength)
  return whole.isWellFormed() ? whole : whole.slice(0, -1)
}

export interface MessageRow {
  id: string
  customer_id: string
  conversation_id: string
  seq: number
  sender_type: SenderType
  sender_agent: AgentFace | null
  client_id: string
  content: string
  reply_to_id: string | null
  media: MediaRecord[]
  deleted_by_customer_at: string | null
  edited_at: string | null
  deleted_at: string | null
  /** null: nothing was reported. */
  delivery: MessageDelivery | null
  created_at: string
}

const columns = [
  'id',
  'customer_id',
  'conversation_id',
  'seq',
  'sender_type',
  'sender_agent',
  'client_id',
  'content',
  'reply_to_id',
  'media',
  'deleted_by_customer_at',
  'edited_at',
  'deleted_at',
  'delivery',
  'created_at',
] as const satisfies (keyof MessageRow)[]

/** The data of a message.created entry as the log keeps it, without links. */
export function messageRecord(
  row: Omit<MessageRow, 'seq' | 'customer_id' | 'conversation_id' | 'edited_at' | 'deleted_at' | 'delivery'>,
): MessageRecord {
  return {
    id: row.id,
    sender_type: row.sender_type,
    sender_agent: row.sender_agent,
    content: row.content,
    reply_to_id: row.reply_to_id,
    media: row.media,
    deleted_by_customer_at: row.deleted_by_customer_at,
    created_at: row.created_at,
    client_id: row.client_id,
  }
}

export const findByClientId = (
  db: Database | Transaction,
  customerId: string,
  sender: string,
  clientId: string,
) =>
  conversationTables(db)
    .selectFrom('message')
    .select(columns)
    .where('customer_id', '=', customerId)
    .where('sender', '=', sender)
    .where('client_id', '=', clientId)
    .executeTakeFirst() as Promise<MessageRow | undefined>

export const findMessage = (db: Database | Transaction, customerId: string, messageId: string) =>
  conversationTables(db)
    .selectFrom('message')
    .select(columns)
    .where('customer_id', '=', customerId)
    .where('id', '=', messageId)
    .executeTakeFirst() as Promise<MessageRow | undefined>

/** Whether one of these, except `sender`, has written after this position. The head must be locked. */
export async function hasMessageAfter(
  db: Transaction,
  head: { customer_id: string; last_seq: number },
  {
    seen,
    senders,
    sender,
    conversationId,
    byPerson = false,
  }: {
    seen: number
    senders: readonly SenderType[]
    sender?: string
    conversationId?: string
    /** Ignores automatic replies. */
    byPerson?: boolean
  },
): Promise<boolean> {
  if (head.last_seq <= seen) return false
  let rows = conversationTables(db)
    .selectFrom('message')
    .select('id')
    .where('customer_id', '=', head.customer_id)
    .where('seq', '>', Math.max(seen, head.last_seq - staleWindow))
    .where('sender_type', 'in', senders)
    .limit(1)
  if (sender !== undefined) rows = rows.where('sender', '<>', sender)
  if (conversationId !== undefined) rows = rows.where('conversation_id', '=', conversationId)
  if (byPerson) rows = rows.where(isByPerson)
  const found = await rows.executeTakeFirst()
  return found !== undefined
}

/** The customer's first message after a position, or the last one, in this conversation; null: there is none. */
export async function customerMessage(
  db: Database,
  of: { customerId: string; conversationId: string },
  which: { after: number } | 'last',
): Promise<{ seq: number; content: string } | null> {
  const messages = conversationTables(db)
    .selectFrom('message')
    .select(['seq', 'content'])
    .where('customer_id', '=', of.customerId)
    .where('conversation_id', '=', of.conversationId)
    .where('sender_type', '=', 'customer')
    .limit(1)
  const wanted =
    which === 'last'
      ? messages.orderBy('seq', 'desc')
      : messages.where('seq', '>', which.after).orderBy('seq')
  return (await wanted.executeTakeFirst()) ?? null
}

export async function insertMessage(
  db: Transaction,
  row: MessageRow & { organization_id: string; sender: string },
): Promise<void> {
  await conversationTables(db)
    .insertInto('message')
    .values({
      ...row,
      sender_agent: row.sender_agent === null ? null : JSON.stringify(row.sender_agent),
      media: JSON.stringify(row.media),
      delivery: row.delivery === null ? null : JSON.stringify(row.delivery),
    })
    .execute()
}

/** Newest first. Readers of the customer do not get cleared messages (SPEC L6). */
export async function messagesBefore(
  db: Database,
  query: { customerId: string; before: number | null; max: number; reader: 'customer' | 'agents' },
): Promise<MessageRow[]> {
  let rows = conversationTables(db)
    .selectFrom('message')
    .select(columns)
    .where('customer_id', '=', query.customerId)
    .orderBy('seq', 'desc')
    .limit(query.max)
  if (query.before !== null) rows = rows.where('seq', '<', query.before)
  if (query.reader === 'customer') rows = rows.where('deleted_by_customer_at', 'is', null)
  return (await rows.execute()) as MessageRow[]
}

/**
 * Messages of one conversation beyond a position, cleared ones included. Without those whose entry only agents may read,
 * such as notes, and without deleted ones.
 */
export async function messagesOfConversation(
  db: Database,
  query: {
    customerId: string
    conversationId: string
    sort: 'ASC' | 'DESC'
    behind: number | null
    max: number
  },
): Promise<MessageRow[]> {
  const { customerId, conversationId, sort, behind, max } = query
  let rows = conversationTables(db)
    .selectFrom('message')
    .select(columns)
    .where('customer_id', '=', customerId)
    .where('conversation_id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .where(readableByCustomer)
    .orderBy('seq', sort === 'ASC' ? 'asc' : 'desc')
    .limit(max)
  if (behind !== null) rows = rows.where('seq', sort === 'ASC' ? '>' : '<', behind)
  return (await rows.execute()) as MessageRow[]
}

/** The newest messages of one conversation as its customer may read them: neither deleted nor cleared. Oldest first. */
export async function messagesForCustomer(
  db: Database,
  query: { customerId: string; conversationId: string; max: number },
): Promise<MessageRow[]> {
  const rows = await conversationTables(db)
    .selectFrom('message')
    .select(columns)
    .where('customer_id', '=', query.customerId)
    .where('conversation_id', '=', query.conversationId)
    .where('deleted_at', 'is', null)
    .where('deleted_by_customer_at', 'is', null)
    .where(readableByCustomer)
    .orderBy('seq', 'desc')
    .limit(query.max)
    .execute()
  return rows.toReversed() as MessageRow[]
}

/** The entry of the message is not for agents only. */
const readableByCustomer = sql<boolean>`exists (select from event_log entry
  where entry.customer_id = message.customer_id and entry.seq = message.seq and entry.audience <> 'agents')`

/** Returns how many were newly cleared. */
export async function clearMessages(
  db: Transaction,
  customerId: string,
  places: { after: number; upTo: number },
  at: string,
): Promise<bigint> {
  const { numUpdatedRows } = await conversationTables(db)
    .updateTable('message')
    .set({ deleted_by_customer_at: at })
    .where('customer_id', '=', customerId)
    .where('seq', '>', places.after)
    .where('seq', '<=', places.upTo)
    .where('deleted_by_customer_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows
}

/** Returns which of these attachments are in messages that the customer has not cleared. */
export async function uncleared(db: Database, customerId: string, mediaIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select item->>'id' as id from message, jsonb_array_elements(media) as item
    where customer_id = ${customerId} and deleted_by_customer_at is null and media <> '[]'
      and item->>'id' = any(${mediaIds})`.execute(db)
  return rows.map((row) => row.id)
}

/** What a message changes of its conversation, by the rules of its sender: preview, unread count, waiting time, first response. */
export async function updateInboxRow(
  db: Transaction,
  message: MessageRow,
  conversation: Pick<ConversationRow, 'id' | 'started_at' | 'first_response_time'>,
  isAutomatic: boolean,
): Promise<void> {
  const { inboxRow, isHumanResponse } = senderRules[message.sender_type]
  if (inboxRow === null) return
  const isFirstResponse = isHumanResponse && conversation.first_response_time === null
  await conversationTables(db)
    .updateTable('conversation')
    .set({
      last_sender_type: message.sender_type,
      last_preview: previewOf(message.content),
      last_media_count: message.media.length,
      last_message_at: message.created_at,
      updated_at: notBefore(message.created_at),
      ...(!isAutomatic && {
        waiting_since:
          inboxRow.waiting === 'begins' ? sql<string>`coalesce(waiting_since, ${message.created_at})` : null,
      }),
      ...(inboxRow.countsAsUnread && { unread: sql<number>`unread + 1` }),
      ...(isFirstResponse && {
        first_response_time: secondsBetween(conversation.started_at, message.created_at),
      }),
    })
    .where('id', '=', conversation.id)
    .execute()
}
