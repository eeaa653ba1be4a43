import type { LogEntry } from '@parley/protocol/event'
import type { TimelineMessage } from '@parley/protocol/message'
import type { MessageChange } from '@parley/protocol/message-change'
import type { ReceiptState } from '@parley/protocol/session'
import { callLine, insertItems, messageItem, type Items } from './timeline-items.ts'
import type { Side, SystemLine, TimelineItem, TimelineView } from './timeline-view.ts'

/** The parts of a view that entries change. */
export type TimelineState = Pick<
  TimelineView,
  'items' | 'changes' | 'receipts' | 'conversation' | 'blocked' | 'more'
>

/** Returns the view with these entries applied, whether live, replayed or read. */
export function applyEntries<P extends TimelineState>(state: P, side: Side, entries: readonly LogEntry[]): P {
  const next: P = { ...state }
  let added: TimelineItem[] = []
  for (const entry of entries) {
    const item = itemOf(entry)
    if (item) added.push(item)
    else {
      next.items = insertItems(next.items, added)
      added = []
    }
    Object.assign(next, change(next, side, entry))
  }
  next.items = insertItems(next.items, added)
  return next
}

function itemOf(entry: LogEntry): TimelineItem | undefined {
  if (entry.type !== 'message.created') return lineOf(entry)
  const { seq, conversation_id } = entry
  // The server sends no message without its conversation.
  return messageItem({ ...entry.data, seq, conversation_id: conversation_id ?? '' })
}

/** Returns the line that an entry adds between messages, if any. */
export function lineOf(entry: LogEntry): SystemLine | undefined {
  const { seq, created_at, conversation_id } = entry
  switch (entry.type) {
    case 'conversation.started':
      return { ...line(entry), event: 'started' }
    case 'conversation.ended':
      return { ...line(entry), event: 'ended' }
    case 'conversation.assigned':
      return { ...line(entry), event: 'assigned', agent: entry.data.agent }
    case 'call.ended':
    case 'call.missed':
      return callLine(entry)
    default:
      return undefined
  }
  function line({
    id,
  }: LogEntry): Pick<SystemLine, 'kind' | 'key' | 'seq' | 'created_at' | 'conversation_id'> {
    return { kind: 'line', key: id, seq, created_at, conversation_id }
  }
}

function change(state: TimelineState, side: Side, entry: LogEntry): Partial<TimelineState> {
  const { conversation } = state
  const id = entry.conversation_id
  switch (entry.type) {
    case 'message.edited':
    case 'message.deleted':
      return { items: withChange(state.items, entry.data), changes: [...state.changes, entry.data] }
    case 'message.delivery': {
      const { id: messageId, ...delivery } = entry.data
      return { items: withChange(state.items, { id: messageId, delivery }) }
    }
    case 'messages.cleared':
      return cleared(state, side, entry.data)
    case 'conversation.started':
      // A resumed reader received the current conversation before the entries that led to it.
      return id && conversation?.id !== id ? { conversation: { id, agent: null } } : {}
    case 'conversation.assigned':
      return id ? { conversation: { id, agent: entry.data.agent } } : {}
    case 'conversation.ended':
      return conversation?.id === entry.data.id ? { conversation: null } : {}
    case 'receipt.updated': {
      const { delivered, read } = entry.data
      const whose = entry.data.by === 'customer' ? 'customer' : 'agents'
      return { receipts: mergeReceipts(state.receipts, { [whose]: { delivered, read } }) }
    }
    case 'customer.updated': {
      const blocked = entry.data.changes.is_blocked
      return blocked === undefined ? {} : { blocked }
    }
    default:
      return {}
  }
}

/** Returns the items with a changed message. Unknown messages are ignored (SPEC E1). */
export const withChange = (
  items: Items,
  change: MessageChange | (Pick<TimelineMessage, 'delivery'> & { id: string }),
): Items =>
  items.map((item) =>
    item.kind === 'message' && item.key === change.id
      ? { ...item, message: { ...item.message, ...change } }
      : item,
  )

/** Hidden in the customer's own window; agents still see them, with the time (spec 2.3). */
function cleared(
  { items, more }: TimelineState,
  side: Side,
  { up_to, cleared_at }: { up_to: number; cleared_at: string },
): Pick<TimelineState, 'items' | 'more'> {
  if (side === 'customer') return { items: items.filter((item) => item.seq > up_to), more: false }
  return {
    more,
    items: items.map((item) =>
      item.kind === 'message' && item.seq <= up_to && item.message.deleted_by_customer_at === null
        ? { ...item, message: { ...item.message, deleted_by_customer_at: cleared_at } }
        : item,
    ),
  }
}

/** Receipts never decrease (SPEC R1). Returns the same object if nothing changed. */
export function mergeReceipts(known: ReceiptState, reported: Partial<ReceiptState>): ReceiptState {
  const customer = furthest(known.customer, reported.customer)
  const agents = furthest(known.agents, reported.agents)
  return customer === known.customer && agents === known.agents ? known : { customer, agents }
}

type Reach = ReceiptState['customer']

function furthest(known: Reach, reported: Reach = known): Reach {
  if (reported.delivered <= known.delivered && reported.read <= known.read) return known
  return {
    delivered: Math.max(known.delivered, reported.delivered),
    read: Math.max(known.read, reported.read),
  }
}
