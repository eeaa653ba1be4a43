import type { CallEntry } from '@parley/protocol/event'
import type { TimelineMessage } from '@parley/protocol/message'
import type { MessageHistory } from '@parley/protocol/timeline'
import type { MessageItem, SystemLine, TimelineItem } from './timeline-view.ts'

/** The items of a window, in order. Every function returns a new list. */
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

/** Inserts items in order. Existing items stay the same object. */
export function insertItems(items: Items, added: Items): Items {
  const last = items.at(-1)
  // The common case: new items come last.
  if (!last || added.every((item) => item.seq > last.seq)) return added.length ? [...items, ...added] : items
  const known = new Set(items.map((item) => item.key))
  const fresh = added.filter((item) => !known.has(item.key))
  return fresh.length ? inOrder([...items, ...fresh]) : items
}

/**
 * Prepends a page of history. Its only lines are calls, so the start of a conversation is derived: a line is added
 * between two messages of different conversations with nothing but calls between them.
 */
export function prependPage(items: Items, { messages, more, calls }: MessageHistory): Items {
  const joined = insertItems(insertItems(items, inOrder(messages.map(messageItem))), calls.map(callLine))
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

/** Orders by position in the log. A derived line comes before its message. */
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
