import type { SystemLine } from '@parley/client/timeline/timeline-view'
import type { Media } from '@parley/protocol/media'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { useChat, useStore, type ChatContext } from './chat-context.ts'
import { IconButton } from './icon.tsx'
import { findRow, useKeptPosition } from './kept-position.ts'
import { pointOut, prefersStillness, walkMessages } from './log-movement.ts'
import { MessageView, nameOf } from './message-view.tsx'
import { quotesOf } from './quotes.ts'
import { keyOf, rowsOf, type MessageRow, type Row } from './rows.ts'
import { useSeen } from './seen.ts'
import { minutes } from './times.ts'
import { m } from '../messages/keys.ts'

/** Older messages are asked for when less than this is left above (pixels): about one window. */
const readAhead = 600
/** How many pages a click on a quote may load to find what it quotes. */
const pagesForQuote = 20

interface MessageLogProps {
  visible: boolean
  onReply(row: MessageRow): void
  onPicture(media: Media): void
}

/** The messages from the oldest loaded to the newest, with the way to more of both. */
export function MessageLog({ visible, onReply, onPicture }: MessageLogProps) {
  const context = useChat()
  const { session, t } = context
  const view = useStore(session.timeline)
  const rows = useMemo(() => rowsOf(view), [view])
  const { scrollerRef, atEnd, note, toEnd } = useKeptPosition(rows, view.pending.at(-1)?.client_id)
  const quoteOf = quotesOf(rows, (row) => nameOf(row, context), t(m.earlierMessage))
  const newest = rows.findLast((row) => row.kind === 'message' && row.own)
  useSeen(visible && atEnd)

  const loadOlder = () => {
    const log = scrollerRef.current
    if (!log || !visible || !view.more || view.older !== 'idle') return
    if (log.scrollHeight + log.scrollTop - log.clientHeight < readAhead) void session.loadOlder()
  }
  useLayoutEffect(loadOlder)

  // The same function for good: a message is drawn again when it changes.
  const { current: goTo } = useRef(async (messageId: string): Promise<void> => {
    for (let page = 0; page < pagesForQuote; page++) {
      const { items, more } = session.timeline.get()
      const found = items.find((item) => item.kind === 'message' && item.message.id === messageId)
      const log = scrollerRef.current
      const row = found?.kind === 'message' && log && findRow(log, keyOf(found.message))
      if (row) return pointOut(log, row)
      if (!more) return
      await session.loadOlder()
    }
  })

  return (
    <div class="log-frame">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what scrolls is scrolled by keys too */}
      <div
        ref={scrollerRef}
        class="log"
        role="log"
        aria-live="polite"
        aria-label={t(m.messages)}
        aria-busy={view.status.name === 'loading' || view.older === 'loading'}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        tabIndex={0}
        onScroll={() => {
          note()
          loadOlder()
        }}
        onKeyDown={walkMessages}
      >
        <div class="log-content">
          {view.status.name === 'loading' ? <Skeleton /> : <Beginning />}
          {rows.map((row) =>
            row.kind === 'message' ? (
              <MessageView
                key={row.key}
                row={row}
                quote={quoteOf(row.replyTo)}
                newest={row === newest}
                onReply={onReply}
                onQuote={(id) => void goTo(id)}
                onPicture={onPicture}
              />
            ) : (
              <Between key={row.key} row={row} />
            ),
          )}
        </div>
      </div>
      {!atEnd && <ToNewest unread={view.unread} onClick={() => toEnd(!prefersStillness())} />}
    </div>
  )
}

/** Over the oldest message: more to come, or the first words of the chat. */
function Beginning() {
  const { session, settings, t } = useChat()
  const { more, older } = useStore(session.timeline)
  if (!more) {
    return (
      <div class="message team first last greeting">
        <div class="bubble">
          <p class="text" dir="auto">
            {settings.appearance.greeting ?? t(m.greeting)}
          </p>
        </div>
      </div>
    )
  }
  if (older !== 'failed') return <Skeleton />
  return (
    <div class="older" role="status">
      {t(m.olderFailed)}{' '}
      <button type="button" class="link" onClick={() => void session.loadOlder()}>
        {t(m.tryAgain)}
      </button>
    </div>
  )
}

function Skeleton() {
  return (
    <div class="skeleton" aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  )
}

/** What stands between messages: days, and what happened to the conversation. */
function Between({ row }: { row: Exclude<Row, MessageRow> }) {
  const { times, t } = useChat()
  if (row.kind === 'day') return <p class="between day">{times.day(row.at)}</p>
  if (row.kind === 'note') return <p class="between text">{row.content}</p>
  const { line } = row
  return <p class="between">{sayLine(line, t)}</p>
}

function sayLine(line: SystemLine, t: ChatContext['t']): string {
  if (line.event === 'call') {
    const { answered_at, ended_at } = line.call
    return answered_at
      ? t(m.call, { time: minutes((Date.parse(ended_at) - Date.parse(answered_at)) / 1e3) })
      : t(m.unanswered)
  }
  if (line.event !== 'assigned') return t(line.event === 'started' ? m.started : m.ended)
  return line.agent ? t(m.joined, { name: line.agent.name }) : t(m.waiting)
}

function ToNewest({ unread, onClick }: { unread: number; onClick(): void }) {
  const { t } = useChat()
  if (!unread) {
    return <IconButton icon="down" class="to-newest" name={t(m.toNewest)} onClick={onClick} />
  }
  return (
    <button type="button" class="to-newest unread" onClick={onClick}>
      {t(m.newMessages, unread)}
    </button>
  )
}
