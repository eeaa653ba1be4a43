import type { CallEntry } from '@parley/protocol/event'
import type { TimelineMessage } from '@parley/protocol/message'
import type { MessageHistory } from '@parley/protocol/timeline'
import type { MessageItem, SystemLine, TimelineItem } from './timeline-view.ts'

/** What stands in a window, in order. Every function gives a new list and leaves the old one alone. */
export type Items = readonly TimelineItem[]

export const messageItem = (message: TimelineMessage): MessageItem => ({
  kind: 'message',
  key: message.id,
  seq: message.seq,
  message,
})

export const callLine = ({ id, seq, created_at, conversation_id, data }: CallEntry): SystemLine => ({
  kind: 'line',
  key: id,
  seq,
  created_at,
  conversation_id,
  event: 'call',
  call: data,
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
 * A page of history before what is there. Of lines it holds the calls alone, so the beginning of a conversation is
 * told by a line made here wherever two messages, with nothing but calls between them, are of different ones.
 */
export function prependPage(items: Items, { messages, more, calls }: MessageHistory): Items {
  const joined = insertItems(insertItems(items, messages.toReversed().map(messageItem)), calls.map(callLine))
  const flow = joined.filter((item) => item.kind === 'message' || item.event !== 'call')
  const lines = flow.flatMap((item, index) => {
    const before = flow[index - 1]
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
