import type { AgentFace } from '@parley/protocol/agent'
import type { CallRecord } from '@parley/protocol/call'
import type { TimelineMessage } from '@parley/protocol/message'
import type { ReceiptState } from '@parley/protocol/session'
import type { FailureCode } from '../connection/result.ts'
import type { PendingMessage } from '../sending/pending-message.ts'

/** A line between messages that tells what happened to the conversation. */
export type SystemLine = {
  kind: 'line'
  /** Stable, for keyed lists. */
  key: string
  seq: number
  created_at: string
  conversation_id: string | null
} & (
  | { event: 'started' }
  | { event: 'ended' }
  /** `agent` null: went back to nobody. */
  | { event: 'assigned'; agent: AgentFace | null }
  /** A call is over, answered or not. */
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
 * One customer's picture at one moment. Never changed in place: a new picture shares every part that
 * stayed the same, so `===` tells whether an item must be drawn again.
 */
export interface TimelineView {
  /** `failed`: the customer cannot be read (agents only, e.g. `not_found`). */
  status: { name: 'loading' } | { name: 'ready' } | { name: 'failed'; code: FailureCode }
  customerId: string | null
  /** Position in the log up to which this picture is complete. */
  seq: number
  /** Messages and lines, oldest first, by `seq`. */
  items: readonly TimelineItem[]
  /** Ours that are not among `items` yet, in the order in which they were written. Drawn after them. */
  pending: readonly PendingMessage[]
  /** Older messages exist: `loadOlder()` fetches them. */
  more: boolean
  older: 'idle' | 'loading' | 'failed'
  receipts: ReceiptState
  /** The open conversation. Agents' side: null until an entry tells; the panel knows it from its row. */
  conversation: { id: string; agent: AgentFace | null } | null
  blocked: boolean
  /** Messages of the other side after our own read position. */
  unread: number
}

/** How far a message of ours has come, from what the other side has told. */
export type MessageStatus = 'sent' | 'delivered' | 'read'

/** Whose window it is. */
export type Side = 'customer' | 'agent'

/** Whether a message was written on our own side. */
export function isOwn(side: Side, message: TimelineMessage): boolean {
  return (message.sender_type === 'customer') === (side === 'customer')
}

/** For messages of our own side. */
export function messageStatus(view: TimelineView, side: Side, message: TimelineMessage): MessageStatus {
  const other = side === 'customer' ? view.receipts.agents : view.receipts.customer
  if (message.seq <= other.read) return 'read'
  return message.seq <= other.delivered ? 'delivered' : 'sent'
}
