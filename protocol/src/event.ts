import type { AgentFace } from './agent.ts'
import type { CallRecord, CallRecordingReady, CallStarted } from './call.ts'
import type { ConversationEnded, ConversationStarted } from './conversation.ts'
import type { CustomerChanges, CustomerRecord } from './customer.ts'
import type { TimelineMessage } from './message.ts'

/**
 * The log of one customer (design 2). Everything that happened to them stands in it once, in order.
 * The socket's resume, the panel's timeline, webhooks and audit all read it.
 */

export type Audience = 'customer' | 'agents' | 'both'

/** Who did it. `agent` carries their id; a system entry has nobody behind it. */
export type Actor = { type: 'customer' } | { type: 'agent'; id: string } | { type: 'system' }

/** data of each entry type. The first eight are public (spec 6) and carry exactly the spec's fields. */
export interface EntryData {
  'customer.created': CustomerRecord
  'customer.updated': { id: string; provider_id: string; external_id: string; changes: CustomerChanges }
  'conversation.started': ConversationStarted
  'conversation.ended': ConversationEnded
  'call.started': CallStarted
  'call.ended': CallRecord
  'call.missed': CallRecord
  'call.recording_ready': CallRecordingReady
  /** As it travels: with links. The log keeps a MessageRecord. */
  'message.created': Omit<TimelineMessage, 'seq' | 'conversation_id'>
  /** The customer cleared their window: messages up to `up_to` are gone from it, agents still see them. */
  'messages.cleared': { up_to: number; cleared_at: string }
  /** `agent` is null when the conversation went back to nobody. */
  'conversation.assigned': { agent: AgentFace | null }
  /** Monotonic. `by: 'agent'`: how far the team has got and read the customer's messages, and the other way round. */
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

/** One entry of the log as it goes over the socket. `id` is the event_id of webhooks. */
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

/** What a call came to, as a line between messages. */
export type CallEntry = Extract<LogEntry, { type: 'call.ended' | 'call.missed' }>
