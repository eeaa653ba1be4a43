import type { AgentFace } from '@parley/protocol/agent'
import type { CallRecord } from '@parley/protocol/call'
import type { TimelineMessage } from '@parley/protocol/message'
import type { MessageChange } from '@parley/protocol/message-change'
import type { ReceiptState } from '@parley/protocol/session'
import type { FailureCode } from '../connection/result.ts'
import type { PendingMessage } from '../sending/pending-message.ts'

/** A line between messages that reports an event of the conversation. */
export type SystemLine = {
  kind: 'line'
  /** Stable key for lists. */
  key: string
  seq: number
  created_at: string
  conversation_id: string | null
} & (
  | { event: 'started' }
  | { event: 'ended' }
  /** `agent` null: unassigned. */
  | { event: 'assigned'; agent: AgentFace | null }
  /** A call ended, answered or not. */
  | { event: 'call'; call: CallRecord }
)

export interface MessageItem {
  kind: 'message'
  key: string
  seq: number
  message: TimelineMessage
}

export type TimelineItem = MessageItem | SystemLine

/**
 * Immutable view of one customer's timeline. A new view shares all unchanged parts, so that `===` detects
 * which items must be rendered again.
 */
export interface TimelineView {
  /** `failed`: the customer cannot be read (agents only, e.g. `not_found`). */
  status: { name: 'loading' } | { name: 'ready' } | { name: 'failed'; code: FailureCode }
  customerId: string | null
  /** Position in the log up to which this view is complete. */
  seq: number
  /** Messages and lines, oldest first, by `seq`. */
  items: readonly TimelineItem[]
  /** Changes of messages since the start. A page of history that was read before one of them lacks it. */
  changes: readonly MessageChange[]
  /** Own messages that are not in `items` yet, in the order of writing. Rendered after them. */
  pending: readonly PendingMessage[]
  /** Whether older messages exist, for `loadOlder()`. */
  more: boolean
  older: 'idle' | 'loading' | 'failed'
  receipts: ReceiptState
  /** The open conversation. For agents null until an entry contains it; the panel knows it from its row. */
  conversation: { id: string; agent: AgentFace | null } | null
  blocked: boolean
  /** Number of messages of the other side after the own read position. */
  unread: number
}

/** State of an own message, by the other side's receipts. */
export type MessageStatus = 'sent' | 'delivered' | 'read'

/** The side that the window belongs to. */
export type Side = 'customer' | 'agent'

/** Returns whether a message was written by this side. */
export function isOwn(side: Side, message: TimelineMessage): boolean {
  return (message.sender_type === 'customer') === (side === 'customer')
}

/** For messages of this side. */
export function messageStatus(view: TimelineView, side: Side, message: TimelineMessage): MessageStatus {
  const other = side === 'customer' ? view.receipts.agents : view.receipts.customer
  if (message.seq <= other.read) return 'read'
  return message.seq <= other.delivered ? 'delivered' : 'sent'
}
