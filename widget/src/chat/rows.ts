import type { PendingMessage } from '@parley/client/sending/pending-message'
import type { FailureCode } from '@parley/client/connection/result'
import { isOwn, messageStatus, type TimelineView } from '@parley/client/timeline/timeline-view'
import type { MessageItem, SystemLine } from '@parley/client/timeline/timeline-view'
import type { AgentFace } from '@parley/protocol/agent'
import type { TimelineMessage } from '@parley/protocol/message'
import type { Media } from '@parley/protocol/media'

/** An item of the message log. */
export type Row =
  | { kind: 'day'; key: string; at: Date }
  | { kind: 'line'; key: string; line: SystemLine }
  | { kind: 'note'; key: string; content: string }
  | MessageRow

export interface MessageRow {
  kind: 'message'
  /** Stable from sending on, so that the element is kept when the message arrives in the log. */
  key: string
  /** null while it cannot be replied to: not in the log yet, or deleted. */
  id: string | null
  clientId: string
  own: boolean
  /** Written by an AI agent. */
  ai: boolean
  sender: AgentFace | null
  content: string
  media: readonly Media[]
  replyTo: string | null
  edited?: string | null | undefined
  /** A notice replaces its text. */
  deleted?: string | null | undefined
  at: Date
  /** null for messages of others. */
  state: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | null
  failure: FailureCode | null
  /** First and last of a group: same sender, same minute, nothing in between. */
  first: boolean
  last: boolean
}

/** The rows that a customer sees. */
export function rowsOf(view: TimelineView): Row[] {
  const rows: Row[] = []
  for (const item of view.items) {
    if (item.kind === 'line') {
      if (worthShowing(item, rows)) rows.push({ kind: 'line', key: item.key, line: item })
    } else if (item.message.sender_type === 'system') {
      rows.push({ kind: 'note', key: item.key, content: item.message.content })
    } else {
      append(rows, fromLog(view, item))
    }
  }
  for (const pending of view.pending) append(rows, fromPending(pending))
  return rows
}

/** No line for the first conversation, and none directly after the end of the previous one. */
function worthShowing(line: SystemLine, rows: readonly Row[]): boolean {
  if (line.event !== 'started') return true
  const above = rows.at(-1)
  return above !== undefined && !(above.kind === 'line' && above.line.event === 'ended')
}

function append(rows: Row[], row: MessageRow): void {
  const above = rows.findLast((other) => other.kind === 'message')
  if (!above || above.at.toDateString() !== row.at.toDateString()) {
    rows.push({ kind: 'day', key: `day-${row.key}`, at: row.at })
  }
  const before = rows.at(-1)
  if (before?.kind === 'message' && belongTogether(before, row)) {
    before.last = false
    row.first = false
  }
  rows.push(row)
}

function belongTogether(above: MessageRow, below: MessageRow): boolean {
  return (
    above.own === below.own &&
    above.sender?.id === below.sender?.id &&
    (above.state === 'failed') === (below.state === 'failed') &&
    minute(above.at) === minute(below.at)
  )
}

const minute = (at: Date) => Math.floor(at.getTime() / 60_000)

/** The client id for own messages, the log id for others. */
export function keyOf(message: TimelineMessage): string {
  return isOwn('customer', message) ? message.client_id : message.id
}

function fromLog(view: TimelineView, { message }: MessageItem): MessageRow {
  const own = isOwn('customer', message)
  return {
    kind: 'message',
    key: keyOf(message),
    id: message.deleted_at ? null : message.id,
    clientId: message.client_id,
    own,
    ai: message.sender_type === 'ai_agent',
    sender: message.sender_agent,
    content: message.content,
    media: message.media,
    replyTo: message.reply_to_id,
    edited: message.edited_at,
    deleted: message.deleted_at,
    at: new Date(message.created_at),
    state: own ? messageStatus(view, 'customer', message) : null,
    failure: null,
    first: true,
    last: true,
  }
}

function fromPending(pending: PendingMessage): MessageRow {
  return {
    kind: 'message',
    key: pending.client_id,
    id: null,
    clientId: pending.client_id,
    own: true,
    ai: false,
    sender: null,
    content: pending.content,
    media: pending.media,
    replyTo: pending.reply_to_id,
    at: new Date(pending.created_at),
    state: pending.state.name,
    failure: pending.state.name === 'failed' ? pending.state.code : null,
    first: true,
    last: true,
  }
}
