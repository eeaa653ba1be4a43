import { memo } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import type { MessageStatus } from '@parley/client/timeline/timeline-view'
import type { ConversationCustomer } from '@parley/protocol/conversation'
import type { TimelineMessage } from '@parley/protocol/message'
import type { EditedMessage, MessageActions } from '../changes/use-message-changes.ts'
import { NoteRow } from '../notes/note-row.tsx'
import { MessageRow } from '../message/message-row.tsx'
import { PendingRow } from '../message/pending-row.tsx'
import { DeskRow } from './desk-row.tsx'
import classes from './message-log.module.css'
import { ClearedRow, DayRow, LineRow, NewRow } from './plain-rows.tsx'
import type { RowChunk } from './row-chunks.ts'
import type { TimelineRow } from './timeline-rows.ts'

interface LogChunkProps {
  chunk: RowChunk
  customer: ConversationCustomer
  /** Display name of the customer. */
  name: string
  /** Positions up to which the customer received and read our messages, within the chunk. */
  delivered: number
  read: number
  /** Keys of our newest message and of the highlighted row, if in this chunk. */
  lastOurs: string | null
  flashed: string | null
  /** The message being edited, if in this chunk. */
  editing: EditedMessage | null
  /** false: before the first paint, only the looks of what comes with it. */
  whole: boolean
  changes: MessageActions
  follow: CustomerFollow
  onReply: ((message: TimelineMessage) => void) | null
  onJump: (messageId: string) => void
}

/** A chunk of timeline rows. Renders again only when one of them or shared state changes. */
export const LogChunk = memo(function LogChunk(props: LogChunkProps) {
  return (
    <div className={classes.chunk}>
      {props.chunk.rows.map((row) => (
        <div key={row.key} data-key={row.key} data-moves={row.kind === 'day' || undefined}>
          <Row {...props} row={row} />
        </div>
      ))}
    </div>
  )
})

function Row({ row, ...shared }: LogChunkProps & { row: TimelineRow }) {
  const { customer, name, follow, onReply, onJump } = shared
  if (row.kind === 'day') return <DayRow at={row.at} />
  if (row.kind === 'new') return <NewRow />
  if (row.kind === 'cleared') return <ClearedRow at={row.at} name={name} />
  if (row.kind === 'line') return <LineRow line={row.line} again={row.again} duration={row.duration} />
  if (row.kind === 'desk') return <DeskRow entry={row.entry} />
  if (row.kind === 'note')
    return <NoteRow note={row.note} follow={follow} flashed={row.key === shared.flashed} />
  const { first, last, quoted } = row
  if (row.kind === 'pending') {
    const { pending } = row
    return <PendingRow {...{ pending, first, last, quoted, name, follow, onJump }} />
  }
  const { message, side } = row
  return (
    <MessageRow
      {...{ message, side, first, last, quoted, name, customer, onReply, onJump }}
      status={side === 'team' ? statusOf(message.seq, shared) : null}
      showsStatusText={row.key === shared.lastOurs}
      flashed={row.key === shared.flashed}
      editing={message.id === shared.editing?.id ? shared.editing : null}
      whole={shared.whole}
      changes={shared.changes}
      refreshLinks={follow.refreshLinks}
    />
  )
}

function statusOf(seq: number, { delivered, read }: { delivered: number; read: number }): MessageStatus {
  if (seq <= read) return 'read'
  return seq <= delivered ? 'delivered' : 'sent'
}
