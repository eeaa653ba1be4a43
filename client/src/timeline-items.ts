import type { TimelineMessage } from '@parley/protocol/message'
import type { MessageItem, SystemLine, TimelineItem } from './timeline-view.ts'

/** What stands in a window, in order. Every function gives a new list and leaves the old one alone. */
export type Items = readonly TimelineItem[]

export const messageItem = (message: TimelineMessage): MessageItem => ({
  kind: 'message',
  key: message.id,
  seq: message.seq,
  message,
})

/** Puts items at their places; what is there already stays the same object. */
export function insertItems(items: Items, added: Items): Items {
  const last = items.at(-1)
  // The common case by far: what just happened comes last.
  if (!last || added.every((item) => item.seq > last.seq)) return added.length ? [...items, ...added] : items
  const known = new Set(items.map((item) => item.key))
  const fresh = added.filter((item) => !known.has(item.key))
  return fresh.length ? inOrder([...items, ...fresh]) : items
}

/**
 * A page of history before what is there. Pages hold messages only, so the beginning of a conversation is
 * told by a line made here wherever two messages next to each other are of different ones.
 *
 * @param newestFirst as message.history and the snapshot give it
 * @param more whether older messages exist
 */
export function prependPage(items: Items, newestFirst: readonly TimelineMessage[], more: boolean): Items {
  const joined = insertItems(items, newestFirst.toReversed().map(messageItem))
  const lines = joined.flatMap((item, index) => {
    const before = joined[index - 1]
    const begins = before
      ? before.kind === 'message' && conversationOf(before) !== conversationOf(item)
      : !more
    return begins && item.kind === 'message' ? [startedLine(item)] : []
  })
  return lines.length ? inOrder([...joined, ...lines]) : joined
}

/** By place in the log; a line made for a message stands before it. */
function inOrder(items: TimelineItem[]): Items {
  return items.sort((a, b) => a.seq - b.seq || Number(a.kind === 'message') - Number(b.kind === 'message'))
}

const conversationOf = (item: TimelineItem) =>
  item.kind === 'message' ? item.message.conversation_id : item.conversation_id

const startedLine = (first: MessageItem): SystemLine => ({
  kind: 'line',
  key: `started-${first.key}`,
  seq: first.seq,
  created_at: first.message.created_at,
  conversation_id: first.message.conversation_id,
  event: 'started',
})
