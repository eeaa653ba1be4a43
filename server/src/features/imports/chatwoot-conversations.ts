import { maxLabelName } from '@parley/protocol/label'
import type { Priority } from '@parley/protocol/triage'
import { idOf, listOf, objectOf, textOf, timeOf, type Json } from './chatwoot-values.ts'
import type { ExportedConversation } from './chatwoot-export.ts'

export interface ChatwootConversation {
  id: number
  inboxId: number
  contact: Json & { id: number }
  assigneeId: number | null
  labels: string[]
  priority: Priority | null
  status: 'open' | 'closed'
  /** undefined: not snoozed; null: until the customer replies. */
  snoozedUntil: string | null | undefined
  startedAt: string
  lastActivityAt: string
}

/** Returns the reason when it cannot be imported. */
export function mapConversation(
  { conversation, messages }: ExportedConversation,
  now: number,
): ChatwootConversation | { reason: string } {
  const id = idOf(conversation['id'])
  const meta = objectOf(conversation['meta'])
  const contact = objectOf(meta?.['sender'])
  const contactId = idOf(contact?.['id'])
  if (id === undefined) return { reason: 'the conversation has no id' }
  if (contact === undefined || contactId === undefined) return { reason: 'the conversation has no contact' }
  const times = listOf(messages).flatMap((message) => timeOf(message['created_at'], now) ?? [])
  const startedAt = timeOf(conversation['created_at'], now) ?? times.toSorted()[0]
  if (startedAt === undefined) return { reason: 'the conversation has no plausible time' }
  const lastActivity = timeOf(conversation['last_activity_at'] ?? conversation['timestamp'], now) ?? startedAt
  const status = textOf(conversation['status'])
  const until = timeOf(conversation['snoozed_until'], now, true) ?? null
  // A snooze that is over is an open conversation.
  const isSnoozed = status === 'snoozed' && (until === null || Date.parse(until) > now)
  return {
    id,
    inboxId: idOf(conversation['inbox_id']) ?? 0,
    contact: { ...contact, id: contactId },
    assigneeId: idOf(objectOf(meta?.['assignee'])?.['id']) ?? null,
    labels: Array.isArray(conversation['labels'])
      ? conversation['labels'].flatMap((label: unknown) => textOf(label, maxLabelName) ?? [])
      : [],
    priority: priorities[String(conversation['priority'])] ?? null,
    status: status === 'resolved' ? 'closed' : 'open',
    snoozedUntil: isSnoozed ? until : undefined,
    startedAt,
    lastActivityAt: lastActivity > startedAt ? lastActivity : startedAt,
  }
}

/** `pending` (waiting for a bot) counts as open. */
const priorities: Partial<Record<string, Priority>> = {
  low: 'low',
  medium: 'normal',
  high: 'high',
  urgent: 'urgent',
}
