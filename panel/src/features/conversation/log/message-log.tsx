import { Button } from '@mantine/core'
import { IconArrowDown, IconMessageOff } from '@tabler/icons-react'
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import type { TimelineItem, TimelineView } from '@parley/client/timeline/timeline-view'
import type { Conversation } from '@parley/protocol/conversation'
import type { TimelineMessage } from '@parley/protocol/message'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { displayName } from '../../../people/customer-labels.ts'
import { useStore } from '../../../session/agent-session.tsx'
import { dayOf } from '../../../time/times.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { codeText } from '../conversation-problem.ts'
import type { EditedMessage, MessageActions } from '../changes/use-message-changes.ts'
import { MessageSkeletons } from '../conversation-skeleton.tsx'
import { useDeskEntries } from './desk-entries.ts'
import { firstRows } from './first-rows.ts'
import { withHistoryLines } from './history-lines.ts'
import { useNotes } from '../notes/use-notes.ts'
import { LogChunk } from './log-chunk.tsx'
import { LogStart } from './log-start.tsx'
import classes from './message-log.module.css'
import { rowChunker, type RowChunk } from './row-chunks.ts'
import { timelineRows } from './timeline-rows.ts'
import { TypingLine } from './typing-line.tsx'
import { useAnnouncing } from './use-announcing.ts'
import { useArrived } from './use-arrived.ts'
import { useHistoryLines } from './use-history-lines.ts'
import { useJump } from './use-jump.ts'
import { useReadReceipts } from './use-read-receipts.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'

interface MessageLogProps {
  follow: CustomerFollow
  conversation: Conversation
  /** This customer's known conversations, newest first. */
  conversations: ReadonlyMap<string, Conversation>
  /** Opens at the start of the conversation. */
  isEarlier: boolean
  /** Log position to show first; null: the end. */
  entry: number | null
  /** false: before the first paint, which waits for nothing else. */
  painted: boolean
  /** null: writing is not possible. */
  onReply: ((message: TimelineMessage) => void) | null
  changes: MessageActions
  /** The message that is being edited. */
  editing: EditedMessage | null
}

/** Heights of the lowest row, and of header, composer and tools above and below the log (px). */
const minRowHeight = 36
const minFrameHeight = 200

/** Number of rows that the window can show. */
const visibleRows = () => Math.ceil((window.innerHeight - minFrameHeight) / minRowHeight)

const within = ({ rows }: RowChunk, key: string | null) =>
  key !== null && rows.some((row) => row.key === key) ? key : null

const edited = ({ rows }: RowChunk, editing: EditedMessage | null) =>
  rows.some((row) => row.kind === 'message' && row.message.id === editing?.id) ? editing : null

/** Position up to which everything was read or answered; null if nothing is new. */
function handledUpTo({ items, receipts, unread }: TimelineView): number | null {
  const isAnswer = (item: TimelineItem) => item.kind === 'message' && item.message.sender_type === 'agent'
  const answered = items.findLast(isAnswer)?.seq ?? 0
  const last = items.findLast((item) => item.kind === 'message')?.seq ?? 0
  return unread === 0 || answered === last ? null : Math.max(receipts.agents.read, answered)
}

/** The customer's timeline, newest last. Loads history on demand. */
export function MessageLog(props: MessageLogProps) {
  const { follow, conversation, conversations, entry, onReply, changes, editing } = props
  const t = useTexts()
  const texts = t.inbox.conversation.log
  const view = useStore(follow.timeline)
  const { status, items, pending, more, older, receipts, unread } = view
  const name = displayName(t.inbox.customers, conversation.customer)

  // The "New" divider keeps its position although reading moves the receipt.
  const [firstNew, setFirstNew] = useState(() => (status.name === 'ready' ? handledUpTo(view) : undefined))
  if (firstNew === undefined && status.name === 'ready') setFirstNew(handledUpTo(view))

  const { lines, entries, isLoading: readsLines } = useHistoryLines(follow, view)
  const { organization } = useMembership()
  const oldest = more ? (items.find((item) => item.kind === 'message')?.seq ?? Infinity) : 0
  const { notes, isLoading, isFilling } = useNotes(
    follow,
    organization.id,
    conversation.customer.id,
    oldest,
    props.painted,
  )
  const desk = useDeskEntries(follow, entries, oldest)
  const rows = useMemo(() => {
    const all = withHistoryLines(items, lines, more)
    return timelineRows({
      items: all,
      notes,
      desk,
      more,
      pending,
      newAfter: firstNew ?? null,
      dayOf,
      conversations,
    })
  }, [items, lines, notes, desk, more, pending, firstNew, conversations])
  const ready = status.name === 'ready'
  const earlier = props.isEarlier ? conversation.id : null
  // Paint the visible rows first and then the rest, unless the log opens at a row that may not be loaded yet.
  const painted = useDeferredValue(ready, false)
  const [visible] = useState(visibleRows)
  const whole = painted || earlier !== null || entry !== null
  const first = useMemo(() => firstRows(rows, visible), [rows, visible])
  const [cut] = useState(rowChunker)
  const shown = whole ? rows : first.rows
  const chunks = useMemo(() => cut(shown), [cut, shown])
  const opensAtNew = !whole && first.opensAt === 'new'
  const { scroller, content, onScroll, atEnd, toEnd, toRow } = useScrollAnchor(chunks, opensAtNew)
  useReadReceipts(ready ? unread : 0, atEnd, follow.markRead)

  // Start at the first unread message if they do not all fit.
  const open = useEffectEvent(() => void toRow('new', { onlyIfAbove: !opensAtNew }))
  useLayoutEffect(() => {
    if (ready) open()
  }, [ready])

  const { jump, flashed } = useJump({ rows, view, toRow, follow, isLoading })
  const jumpTo = useCallback((id: string) => jump({ message: id }), [jump])
  useEffect(() => {
    if (!ready) return
    if (entry !== null) jump({ entry })
    else if (earlier !== null) jump({ conversation: earlier })
  }, [ready, entry, earlier, jump])

  const lastWritten = pending.at(-1)?.client_id
  useEffect(() => {
    if (lastWritten !== undefined) toEnd()
  }, [lastWritten, toEnd])

  const arrived = useArrived(items, atEnd)
  const announcing = useAnnouncing(painted && older !== 'loading' && !readsLines && !isFilling)
  const lastOurs = rows.findLast((row) => row.kind === 'message' && row.side === 'team')?.key ?? null

  if (status.name === 'failed') {
    return (
      <div className={classes.middle}>
        <EmptyState
          icon={IconMessageOff}
          title={texts.failed}
          text={codeText(t, status.code)}
          heading="h2"
          urgent
        />
      </div>
    )
  }
  return (
    <div className={classes.frame}>
      <div
        ref={scroller}
        className={classes.scroller}
        role="log"
        aria-label={texts.label(name)}
        aria-live={announcing ? 'polite' : 'off'}
        aria-busy={!ready}
        // Scrollable regions must be focusable.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={onScroll}
      >
        {!ready && <MessageSkeletons />}
        {ready && shown[0] === rows[0] && (
          <LogStart
            scroller={scroller}
            name={name}
            more={more}
            older={older}
            count={items.length}
            loadOlder={follow.loadOlder}
          />
        )}
        <div ref={content} className={classes.rows}>
          {ready &&
            chunks.map((chunk) => (
              <LogChunk
                key={chunk.key}
                chunk={chunk}
                customer={conversation.customer}
                name={name}
                delivered={Math.min(receipts.customer.delivered, chunk.to)}
                read={Math.min(receipts.customer.read, chunk.to)}
                lastOurs={within(chunk, lastOurs)}
                flashed={within(chunk, flashed)}
                editing={edited(chunk, editing)}
                whole={painted}
                changes={changes}
                follow={follow}
                onReply={onReply}
                onJump={jumpTo}
              />
            ))}
        </div>
      </div>
      <TypingLine typers={follow.typers} name={name} />
      {!atEnd && painted && (
        <Button
          className={classes.pill}
          size="xs"
          radius="xl"
          variant={arrived === 0 ? 'default' : 'filled'}
          leftSection={<IconArrowDown size={16} stroke={1.75} aria-hidden="true" />}
          onClick={toEnd}
        >
          {arrived === 0 ? texts.toEnd : texts.newMessages(arrived)}
        </Button>
      )}
    </div>
  )
}
