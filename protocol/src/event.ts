import type { AgentFace } from './agent.ts'
import type { CustomerMailed } from './continuity.ts'
import type { ConversationAutomated } from './automation.ts'
import type { CallRecord, CallRecordingReady, CallStarted } from './call.ts'
import type { ConversationEnded, ConversationStarted } from './conversation.ts'
import type { CustomerChanges, CustomerRecord } from './customer.ts'
import type { ConversationLabelled } from './label.ts'
import type { TimelineMessage } from './message.ts'
import type { MessageChange } from './message-change.ts'
import type { MessageDelivered } from './message-delivery.ts'
import type { NoteRecord, Note } from './note.ts'
import type { SenderType } from './sender.ts'
import type { SlaEntry } from './sla-metric.ts'
import type { ConversationRouted } from './team.ts'
import type { ConversationRated } from './survey.ts'
import type { ConversationPrioritized, ConversationSnoozed, ConversationUnsnoozed } from './triage.ts'

/**
 * The log of one customer (design 2): everything that happened to them, once and in order.
 * Resuming sockets, the panel's timeline, webhooks and audit read it.
 */

export const audiences = ['customer', 'agents', 'both'] as const
export type Audience = (typeof audiences)[number]

/** Senders of which an organization has several. */
type IdentifiedSender = 'agent' | 'ai_agent'

/**
 * Who caused an entry. `system`: no identifiable person or program. In the log only, never on the wire: `run_id`, the run of an
 * automation rule that caused the entry; `by_api`, an API client wrote the message in the name of this agent;
 * `imported`, the entry is history from another product; `automatic`, a program replied in the name of the customer.
 */
export type Actor = {
  [T in SenderType]: T extends IdentifiedSender
    ? { type: T; id: string; by_api?: true; imported?: true }
    : T extends 'system'
      ? { type: T; run_id?: string; imported?: true }
      : T extends 'customer'
        ? { type: T; automatic?: true; imported?: true }
        : never
}[SenderType]

type NoteEntry = Omit<NoteRecord, 'media'> & Pick<Note, 'media'>

/** data of each entry type. The first eight are public (spec 6) and have exactly the fields of the spec. */
export interface EntryData {
  'customer.created': CustomerRecord
  'customer.updated': { id: string; provider_id: string; external_id: string; changes: CustomerChanges }
  'conversation.started': ConversationStarted
  'conversation.ended': ConversationEnded
  'call.started': CallStarted
  'call.ended': CallRecord
  'call.missed': CallRecord
  'call.recording_ready': CallRecordingReady
  /** On the wire: with links. The log keeps a MessageRecord. */
  'message.created': Omit<TimelineMessage, 'seq' | 'conversation_id'>
  /**
   * A message was edited or deleted by the actor, on either side. Earlier entries of the message are
   * rewritten, so that later readers of the log do not receive the replaced content.
   */
  'message.edited': MessageChange
  'message.deleted': MessageChange
  /** How far a message of the team was delivered to the customer's platform, for agents only. */
  'message.delivery': MessageDelivered
  /** The customer cleared their chat window up to `up_to`; agents still see these messages. */
  'messages.cleared': { up_to: number; cleared_at: string }
  /** Private notes, for agents only. Each entry has the note after the change; on the wire with links. */
  'note.created': NoteEntry
  'note.edited': NoteEntry
  'note.deleted': NoteEntry
  /** Labels, for agents only. */
  'conversation.labelled': ConversationLabelled
  'conversation.unlabelled': ConversationLabelled
  /** Priority and snooze, for agents only. */
  'conversation.prioritized': ConversationPrioritized
  'conversation.snoozed': ConversationSnoozed
  'conversation.unsnoozed': ConversationUnsnoozed
  /** The conversation's team, for agents only. */
  'conversation.routed': ConversationRouted
  /** SLA clocks, for agents only. */
  'sla.warned': SlaEntry
  'sla.breached': SlaEntry
  'sla.met': SlaEntry
  /** The customer's rating, for agents only. */
  'conversation.rated': ConversationRated
  /** An automation rule has run, for agents only. */
  'conversation.automated': ConversationAutomated
  /** An e-mail about unread messages, for agents only. */
  'customer.mailed': CustomerMailed
  /** `agent` is null when the conversation became unassigned. */
  'conversation.assigned': { agent: AgentFace | null }
  /** Monotonic. `by: 'agent'`: how far the team received and read the customer's messages; `by: 'customer'`: the reverse. */
  'receipt.updated': { by: 'customer' | 'agent'; delivered: number; read: number }
}
export type EntryType = keyof EntryData

export const publicEntryTypes = [
  'customer.created',
  'customer.updated',
  'conversation.started',
  'conversation.ended',
  'call.started',
  'call.ended',
  'call.missed',
  'call.recording_ready',
] as const satisfies EntryType[]
export type PublicEntryType = (typeof publicEntryTypes)[number]

/** One log entry on the socket. `id` is the event_id of webhooks. */
export type LogEntry = {
  [T in EntryType]: {
    id: string
    seq: number
    type: T
    created_at: string
    conversation_id: string | null
    actor: Actor
    data: EntryData[T]
  }
}[EntryType]

/** A call's outcome, shown between messages. */
export type CallEntry = Extract<LogEntry, { type: 'call.ended' | 'call.missed' }>
