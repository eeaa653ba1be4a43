import type { AgentFace } from '@parley/protocol/agent'
import type { Conversation } from '@parley/protocol/conversation'
import type { TimelineMessage } from '@parley/protocol/message'
import type { Note } from '@parley/protocol/note'
import type { PendingMessage } from '@parley/client/sending/pending-message'
import type { DeskEntry } from './desk-entries.ts'
import type { SystemLine, TimelineItem } from '@parley/client/timeline/timeline-view'

/** `customer` at the start side, our side at the end. */
export type Side = 'customer' | 'team' | 'system'

/** Position of a message in its group. */
export interface Placed {
  /** First of its group: shows avatar and name. */
  first: boolean
  /** Last of its group: shows time and status. */
  last: boolean
}

interface Quoting {
  /** The quoted message, if loaded. */
  quoted: TimelineMessage | null
}

/** Rows of the message list, top to bottom. `key` is stable. */
export type TimelineRow =
  | { kind: 'day'; key: string; at: string }
  | {
      kind: 'line'
      key: string
      seq: number
      line: SystemLine
      /** The conversation started before: this is a reopening. */
      again: boolean
      /** Duration in seconds at the end of a conversation, if known. */
      duration: number | null
    }
  | { kind: 'new'; key: string }
  | { kind: 'cleared'; key: string; at: string }
  | ({ kind: 'message'; key: string; seq: number; message: TimelineMessage; side: Side } & Placed & Quoting)
  | { kind: 'note'; key: string; seq: number; note: Note }
  | { kind: 'desk'; key: string; seq: number; entry: DeskEntry }
  | ({ kind: 'pending'; key: string; pending: PendingMessage } & Placed & Quoting)

export interface RowsInput {
  items: readonly TimelineItem[]
  /** Private notes, by `seq`. */
  notes: readonly Note[]
  /** Desk entries, by `seq`. */
  desk?: readonly DeskEntry[]
  pending: readonly PendingMessage[]
  /** Show "New" before the first customer message after this position, once loaded; null: nowhere. */
  newAfter: number | null
  /** Older messages exist. */
  more: boolean
  /** The reader's calendar day of a timestamp, e.g. `2026-1-31`. */
  dayOf: (at: string) => string
  /** Known conversations of the customer: closing times do not come with messages. */
  conversations: ReadonlyMap<string, Pick<Conversation, 'closed_at' | 'duration'>>
}

/** Messages of one sender within this time form a group. */
const groupGapMs = 60_000

/** Maximum difference between an entry's time and that of its event. */
const entryTimeToleranceMs = 2_000

export const sideOf = (message: TimelineMessage): Side =>
  message.sender_type === 'customer' ? 'customer' : message.sender_type === 'system' ? 'system' : 'team'

export const senderOf = (message: TimelineMessage): AgentFace['id'] =>
  message.sender_agent?.id ?? message.sender_type

/** Our messages keep the key from before they were sent, so that the bubble is reused. */
const keyOf = (message: TimelineMessage) => (message.sender_type === 'agent' ? message.client_id : message.id)

/** Builds the rows of a timeline: days, lines and groups. Pure. */
export function timelineRows({
  items,
  notes,
  desk = [],
  more,
  pending,
  newAfter,
  dayOf,
  conversations,
}: RowsInput): TimelineRow[] {
  const rows: TimelineRow[] = []
  const started = new Set<string>()
  let day: string | null = null
  let cleared: string | null = null
  let newDrawn = newAfter === null || (more && (items[0]?.seq ?? 0) > newAfter)

  const byId = new Map(
    items.flatMap((item) => (item.kind === 'message' ? [[item.message.id, item.message]] : [])),
  )
  const quotedBy = ({ reply_to_id }: { reply_to_id: string | null }) =>
    reply_to_id === null ? null : (byId.get(reply_to_id) ?? null)

  const lineRow = (line: SystemLine, again: boolean): TimelineRow => ({
    kind: 'line',
    key: line.key,
    seq: line.seq,
    line,
    again,
    duration: line.event === 'ended' ? durationOf(line, conversations.get(line.conversation_id ?? '')) : null,
  })
  const openDay = (at: string) => {
    const next = dayOf(at)
    if (next === day) return
    day = next
    rows.push({ kind: 'day', key: `day-${next}`, at })
  }
  const endCleared = () => {
    if (cleared !== null) rows.push({ kind: 'cleared', key: `cleared-${cleared}`, at: cleared })
    cleared = null
  }

  const endClearedBefore = (at: string) => {
    if (cleared !== null && cleared <= at) endCleared()
  }
  /** The conversation in progress at this row, as far as known. */
  let going: string | null = null
  const endGoing = () => {
    const at = going === null ? null : conversations.get(going)?.closed_at
    if (going !== null && at != null) {
      endClearedBefore(at)
      openDay(at)
      rows.push(lineRow(endedLine(going, at), false))
    }
    going = null
  }

  const noteRow = (note: Note) => {
    endClearedBefore(note.created_at)
    openDay(note.created_at)
    rows.push({ kind: 'note', key: `note-${note.id}`, seq: note.seq, note })
  }

  const deskRow = (entry: DeskEntry) => {
    endClearedBefore(entry.created_at)
    openDay(entry.created_at)
    rows.push({ kind: 'desk', key: entry.id, seq: entry.seq, entry })
  }

  for (const item of withAgentItems(items, notes, desk)) {
    if (item.kind === 'note') {
      noteRow(item.note)
      continue
    }
    if (item.kind === 'desk') {
      deskRow(item.entry)
      continue
    }
    const id = item.kind === 'line' ? item.conversation_id : item.message.conversation_id
    if (id !== going) endGoing()
    going = item.kind === 'line' && item.event === 'ended' ? null : id
    if (item.kind === 'line') {
      endClearedBefore(item.created_at)
      openDay(item.created_at)
      const begins = item.event === 'started'
      rows.push(lineRow(item, begins && started.has(id ?? '')))
      if (begins) started.add(id ?? '')
      continue
    }
    const { message } = item
    if (message.deleted_by_customer_at !== cleared) endCleared()
    cleared = message.deleted_by_customer_at
    openDay(message.created_at)
    if (!newDrawn && newAfter !== null && item.seq > newAfter && message.sender_type === 'customer') {
      rows.push({ kind: 'new', key: 'new' })
      newDrawn = true
    }
    rows.push({
      kind: 'message',
      key: keyOf(message),
      seq: item.seq,
      message,
      side: sideOf(message),
      quoted: quotedBy(message),
      first: true,
      last: true,
    })
  }
  endGoing()
  endCleared()
  for (const entry of pending) {
    openDay(entry.created_at)
    rows.push({
      kind: 'pending',
      key: entry.client_id,
      pending: entry,
      quoted: quotedBy(entry),
      first: true,
      last: true,
    })
  }
  joinGroups(rows)
  return rows
}

type AgentItem = { kind: 'note'; seq: number; note: Note } | { kind: 'desk'; seq: number; entry: DeskEntry }

function withAgentItems(
  items: RowsInput['items'],
  notes: readonly Note[],
  desk: readonly DeskEntry[],
): readonly (TimelineItem | AgentItem)[] {
  if (notes.length + desk.length === 0) return items
  const added: AgentItem[] = [
    ...notes.map((note) => ({ kind: 'note' as const, seq: note.seq, note })),
    ...desk.map((entry) => ({ kind: 'desk' as const, seq: entry.seq, entry })),
  ]
  return [...items, ...added].sort((a, b) => a.seq - b.seq)
}

/** The duration is known for the last closing only. */
function durationOf(
  line: SystemLine,
  conversation: Pick<Conversation, 'closed_at' | 'duration'> | undefined,
): number | null {
  if (conversation?.closed_at == null) return null
  const apart = Math.abs(Date.parse(conversation.closed_at) - Date.parse(line.created_at))
  return apart < entryTimeToleranceMs ? conversation.duration : null
}

const endedLine = (conversationId: string, at: string): SystemLine => ({
  kind: 'line',
  key: `ended-${conversationId}`,
  seq: 0,
  created_at: at,
  conversation_id: conversationId,
  event: 'ended',
})

function joinGroups(rows: TimelineRow[]): void {
  for (let index = 1; index < rows.length; index += 1) {
    const above = rows[index - 1]
    const row = rows[index]
    if (above === undefined || row === undefined || !together(above, row)) continue
    if ('last' in above) above.last = false
    if ('first' in row) row.first = false
  }
}

function together(above: TimelineRow, row: TimelineRow): boolean {
  if (above.kind === 'pending' && row.kind === 'pending') return close(above.pending, row.pending)
  if (above.kind !== 'message' || row.kind !== 'message') return false
  return senderOf(above.message) === senderOf(row.message) && close(above.message, row.message)
}

const close = (a: { created_at: string }, b: { created_at: string }) =>
  Date.parse(b.created_at) - Date.parse(a.created_at) < groupGapMs
