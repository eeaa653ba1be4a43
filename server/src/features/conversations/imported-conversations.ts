import type { AgentFace } from '@parley/protocol/agent'
import type { ConversationEnded, ConversationStarted } from '@parley/protocol/conversation'
import type { Actor } from '@parley/protocol/event'
import { secondsBetween, timestamp } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { LogTables, NewEntry } from '../../core/event-log.ts'
import {
  appendPast,
  importChunk,
  type ImportedConversation,
  type ImportedItem,
  type ImportedMessage,
  type PastEntry,
  type WrittenConversation,
} from '../../core/imported-history.ts'
import { conversationTables } from './conversation-store.ts'
import { messageRecord, previewOf, type MessageRow } from './message-store.ts'
import { messagesPath } from './messages-path.ts'
import { closeStale, findOpenRival } from './open-rival.ts'
import { senderRules } from './sender-rules.ts'

/**
 * Writes a conversation with its messages and log entries, with their own times, behind what the customer's log has. Notes get
 * their place in the log; their rows are written by the caller. For imports, without notifications.
 */
export async function writeImportedConversation(
  trx: Transaction,
  given: ImportedConversation,
): Promise<WrittenConversation> {
  const locked = await (trx as unknown as Database)
    .withTables<LogTables>()
    .selectFrom('customer_log')
    .select(['customer_id', 'organization_id', 'last_seq'])
    .where('customer_id', '=', given.customerId)
    .where('organization_id', '=', given.organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const found = given.closedAt === null ? await findOpenRival(trx, given.customerId, given.startedAt) : null
  const rival = found?.rival ?? null
  const head = found?.rival === 'stale' ? await closeStale(trx, locked, found) : locked
  const isClosed = rival === 'newer' || rival === 'changed'
  const conversation: ImportedConversation = {
    ...given,
    startedAt: await freeStart(trx, given),
    ...(isClosed && { closedAt: given.items.map(timeOf).at(-1) ?? given.startedAt, snooze: null }),
  }
  const entries = entriesOf(conversation)
  const seqOf = new Map<ImportedItem, number>()
  for (const [index, { item }] of entries.entries())
    if (item !== undefined) seqOf.set(item, head.last_seq + index + 1)
  const messages = conversation.items.flatMap((item) =>
    item.type === 'message' ? [rowOf(conversation, item.message, seqOf.get(item) ?? 0)] : [],
  )
  const snoozed = entries.findIndex(({ entry }) => entry.type === 'conversation.snoozed')
  await conversationTables(trx)
    .insertInto('conversation')
    .values(conversationRow(conversation, messages, snoozed === -1 ? null : head.last_seq + snoozed + 1))
    .execute()
  await insertMessages(trx, conversation, messages)
  await appendPast(
    trx,
    head,
    entries.map(({ entry }) => entry),
  )
  const notes = conversation.items.flatMap((item) =>
    item.type === 'note' ? [{ note: item.note, seq: seqOf.get(item) ?? 0 }] : [],
  )
  return { rival, notes }
}

/** `started_at` is unique per customer; sources count in seconds. */
async function freeStart(trx: Transaction, { customerId, startedAt }: ImportedConversation): Promise<string> {
  const rows = await conversationTables(trx)
    .selectFrom('conversation')
    .select('started_at')
    .where('customer_id', '=', customerId)
    .where('started_at', '>=', startedAt)
    .execute()
  const taken = new Set(rows.map((row) => row.started_at))
  let at = startedAt
  while (taken.has(at)) at = timestamp(Date.parse(at) + 1)
  return at
}

const timeOf = (item: ImportedItem): string =>
  item.type === 'message' ? item.message.createdAt : item.note.created_at

interface PlacedEntry {
  entry: PastEntry
  item?: ImportedItem
}

function entriesOf(conversation: ImportedConversation): PlacedEntry[] {
  const { id, startedAt, closedAt, agent, labels, priority, snooze, items } = conversation
  const lastAt = later(items.map(timeOf).at(-1) ?? startedAt, startedAt)
  const entry = (created_at: string, rest: Omit<NewEntry, 'conversation_id'>): PlacedEntry => ({
    entry: { ...rest, conversation_id: id, created_at },
  })
  const assigned = (at: string) =>
    entry(at, { type: 'conversation.assigned', audience: 'both', actor: system, data: { agent } })
  const first = items.find((item) => item.type === 'message')
  const started: ConversationStarted = {
    customer_id: conversation.customerId,
    provider_id: conversation.providerId,
    external_id: conversation.customerId,
    started_at: startedAt,
  }
  const entries: PlacedEntry[] = [
    entry(startedAt, {
      type: 'conversation.started',
      audience: 'both',
      actor: first?.type === 'message' && first.message.sender.type === 'customer' ? customer : system,
      data: started,
    }),
  ]
  let isAssigned = agent === null
  for (const item of items) {
    if (!isAssigned && isBy(item, agent)) {
      entries.push(assigned(timeOf(item)))
      isAssigned = true
    }
    entries.push({ ...entry(timeOf(item), entryOf(item)), item })
  }
  if (!isAssigned) entries.push(assigned(lastAt))
  for (const label of labels)
    entries.push(
      entry(lastAt, {
        type: 'conversation.labelled',
        audience: 'agents',
        actor: system,
        data: { label, by: null },
      }),
    )
  if (priority !== null) {
    const data = { priority, by: null }
    entries.push(entry(lastAt, { type: 'conversation.prioritized', audience: 'agents', actor: system, data }))
  }
  if (snooze !== null && closedAt === null) {
    const data = { until: snooze.until, by: null }
    entries.push(entry(lastAt, { type: 'conversation.snoozed', audience: 'agents', actor: system, data }))
  }
  if (closedAt !== null) entries.push(entry(closedAt, ended(conversation, closedAt)))
  return entries
}

const system: Actor = { type: 'system' }
const customer: Actor = { type: 'customer' }
const later = (a: string, b: string): string => (a > b ? a : b)

const isBy = (item: ImportedItem, agent: AgentFace | null): boolean =>
  item.type === 'message' && 'face' in item.message.sender && item.message.sender.face.id === agent?.id

function entryOf(item: ImportedItem): Omit<NewEntry, 'conversation_id'> {
  if (item.type === 'note') {
    const actor: Actor = { type: 'agent', id: item.note.author.id }
    return { type: 'note.created', audience: 'agents', actor, data: item.note }
  }
  const { message } = item
  const { sender } = message
  return {
    type: 'message.created',
    audience: senderRules[sender.type].audience,
    actor: 'face' in sender ? { type: sender.type, id: sender.face.id } : { type: sender.type },
    data: messageRecord(recordOf(message)),
  }
}

const recordOf = (message: ImportedMessage) => ({
  id: message.id,
  sender_type: message.sender.type,
  sender_agent: 'face' in message.sender ? message.sender.face : null,
  client_id: message.clientId,
  content: message.content,
  reply_to_id: message.replyToId,
  media: message.media,
  deleted_by_customer_at: null,
  created_at: message.createdAt,
})

const rowOf = (of: ImportedConversation, message: ImportedMessage, seq: number): MessageRow => ({
  ...recordOf(message),
  customer_id: of.customerId,
  conversation_id: of.id,
  seq,
  edited_at: null,
  deleted_at: null,
  delivery: null,
})

/** spec 2.2 */
function ended(conversation: ImportedConversation, closedAt: string): Omit<NewEntry, 'conversation_id'> {
  const data: ConversationEnded = {
    id: conversation.id,
    customer_id: conversation.customerId,
    provider_id: conversation.providerId,
    agent_id: conversation.agent?.id ?? null,
    started_at: conversation.startedAt,
    closed_at: closedAt,
    duration: secondsBetween(conversation.startedAt, closedAt),
    first_response_time: firstResponse(conversation),
    messages_url: messagesPath(conversation.id),
  }
  return { type: 'conversation.ended', audience: 'both', actor: system, data }
}

function firstResponse({ startedAt, items }: ImportedConversation): number | null {
  const response = items.find(
    (item) => item.type === 'message' && senderRules[item.message.sender.type].isHumanResponse,
  )
  return response === undefined ? null : secondsBetween(startedAt, timeOf(response))
}

function conversationRow(
  conversation: ImportedConversation,
  messages: MessageRow[],
  snoozedSeq: number | null,
) {
  const { startedAt, closedAt, snooze } = conversation
  const shown = messages.filter(({ sender_type: type }) => senderRules[type].inboxRow !== null)
  const last = shown.at(-1)
  const answered = shown.findLastIndex(
    ({ sender_type: type }) => senderRules[type].inboxRow?.waiting === 'ends',
  )
  return {
    id: conversation.id,
    organization_id: conversation.organizationId,
    customer_id: conversation.customerId,
    provider_id: conversation.providerId,
    agent_id: conversation.agent?.id ?? null,
    status: closedAt === null ? ('open' as const) : ('closed' as const),
    started_at: startedAt,
    closed_at: closedAt,
    duration: closedAt === null ? null : secondsBetween(startedAt, closedAt),
    first_response_time: firstResponse(conversation),
    last_sender_type: last?.sender_type ?? null,
    last_preview: last === undefined ? null : previewOf(last.content),
    last_media_count: last?.media.length ?? 0,
    last_message_at: last?.created_at ?? null,
    waiting_since: closedAt === null ? (shown[answered + 1]?.created_at ?? null) : null,
    label_ids: conversation.labels.map(({ id }) => id),
    priority: conversation.priority,
    snoozed_seq: snoozedSeq,
    snoozed_until: snoozedSeq === null ? null : (snooze?.until ?? null),
    updated_at: closedAt ?? later(last?.created_at ?? startedAt, startedAt),
    created_at: startedAt,
  }
}

async function insertMessages(
  trx: Transaction,
  conversation: ImportedConversation,
  messages: MessageRow[],
): Promise<void> {
  const rows = messages.map((row) => ({
    ...row,
    organization_id: conversation.organizationId,
    sender: row.sender_agent?.id ?? row.sender_type,
    sender_agent: row.sender_agent === null ? null : JSON.stringify(row.sender_agent),
    media: JSON.stringify(row.media),
    delivery: null,
  }))
  for (let from = 0; from < rows.length; from += importChunk)
    await conversationTables(trx)
      .insertInto('message')
      .values(rows.slice(from, from + importChunk))
      .execute()
}
