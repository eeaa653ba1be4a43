import type { AgentFace } from '@parley/protocol/agent'
import { channelCapabilities, type Channel } from '@parley/protocol/channel'
import type { MediaRecord } from '@parley/protocol/media'
import type { MessageChangeRecord, MessageVersion } from '@parley/protocol/message-change'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { conversationTables } from './conversation-store.ts'
import { previewOf, type MessageRow } from './message-store.ts'
import { inboxSenders, senderRules, sqlList } from './sender-rules.ts'

type VersionTables = {
  message_version: {
    message_id: string
    version: number
    seq: number
    content: string
    media: MediaRecord[] | string
    replaced_at: string
    replaced_by: AgentFace | string | null
  }
}

const versions = (db: Database | Transaction) => (db as Database).withTables<VersionTables>()

export const countVersions = async (db: Transaction, messageId: string): Promise<number> => {
  const { count } = await versions(db)
    .selectFrom('message_version')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('message_id', '=', messageId)
    .executeTakeFirstOrThrow()
  return count
}

export interface Replacement {
  content: string
  media: MediaRecord[]
  edited_at: string | null
  deleted_at: string | null
}

/**
 * Keeps the current content as a version, changes the message, and rewrites its earlier log entries, so that readers who were
 * offline do not receive the replaced content. The customer's log head must be locked.
 * @param seq position of the entry that will announce the change
 */
export async function replaceMessage(
  db: Transaction,
  message: MessageRow,
  { by, at, seq }: { by: AgentFace | null; at: string; seq: number },
  next: Replacement,
): Promise<MessageChangeRecord> {
  const { id, customer_id: customerId } = message
  const change: MessageChangeRecord = { id, ...next }
  await sql`
    update event_log set data = data || ${JSON.stringify(next)}::jsonb
    where customer_id = ${customerId}
      and (seq = ${message.seq} or seq in (select seq from message_version where message_id = ${id}))`.execute(
    db,
  )
  await versions(db)
    .insertInto('message_version')
    .values({
      message_id: id,
      version: sql<number>`(select count(*) + 1 from message_version where message_id = ${id})`,
      seq,
      content: message.content,
      media: JSON.stringify(message.media),
      replaced_at: at,
      replaced_by: by === null ? null : JSON.stringify(by),
    })
    .execute()
  await conversationTables(db)
    .updateTable('message')
    .set({ ...next, media: JSON.stringify(next.media) })
    .where('id', '=', id)
    .execute()
  await updatePreview(db, message, next)
  return change
}

/** Updates the preview in the inbox row, if the row shows this message, without moving the row. */
async function updatePreview(db: Transaction, message: MessageRow, next: Replacement): Promise<void> {
  if (senderRules[message.sender_type].inboxRow === null) return
  await conversationTables(db)
    .updateTable('conversation')
    .set({ last_preview: previewOf(next.content), last_media_count: next.media.length })
    .where('id', '=', message.conversation_id)
    .where(
      sql<boolean>`not exists (select from message later where later.customer_id = ${message.customer_id}
        and later.seq > ${message.seq} and later.conversation_id = ${message.conversation_id}
        and later.sender_type in ${sql.raw(sqlList(inboxSenders))})`,
    )
    .execute()
}

/** Whether an API client wrote it in the name of an agent. */
export async function wasSentByApi(
  db: Database | Transaction,
  { customer_id, seq }: Pick<MessageRow, 'customer_id' | 'seq'>,
): Promise<boolean> {
  const { rows } = await sql`select from event_log
    where customer_id = ${customer_id} and seq = ${seq} and actor->'by_api' = 'true'`.execute(db)
  return rows.length > 0
}

/** Hours in which the customer's channel can show an edit; null: always. */
export async function editHoursOf(db: Transaction, { conversation_id }: MessageRow): Promise<number | null> {
  const { rows } = await sql<{ channel: Channel }>`
    select p.channel from conversation c join provider_channel p on p.id = c.provider_id
    where c.id = ${conversation_id}`.execute(db)
  const [row] = rows
  return row === undefined ? null : channelCapabilities[row.channel].editHours
}

/** Newest first. */
export const versionsOfMessage = (db: Database | Transaction, messageId: string) =>
  versions(db)
    .selectFrom('message_version')
    .select(['content', 'media', 'replaced_at', 'replaced_by'])
    .where('message_id', '=', messageId)
    .orderBy('version', 'desc')
    .execute() as Promise<MessageVersion[]>

/** The message as it was sent. */
export async function asSent(db: Transaction, message: MessageRow): Promise<MessageRow> {
  if (message.edited_at === null && message.deleted_at === null) return message
  const first = (await versionsOfMessage(db, message.id)).at(-1)
  return first ? { ...message, content: first.content, media: first.media } : message
}
