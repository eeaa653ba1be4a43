import { epochMs } from '@parley/client/browser/epoch-ms'
import type { SystemLine } from '@parley/client/timeline/timeline-view'
import type { Media } from '@parley/protocol/media'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { useChat, useStore, useTools, type ChatContext } from './chat-context.ts'
import { useScrollPosition } from './scroll-position.ts'
import { prefersReducedMotion } from './reduced-motion.ts'
import { MessageView, nameOf } from './message-view.tsx'
import { quotesOf } from './quotes.ts'
import { rowsOf, type MessageRow, type Row } from './rows.ts'
import { useReadReceipts } from './read-receipts.ts'
import { minutes } from './times.ts'
import { m } from '../messages/keys.ts'

/** Older messages are loaded when less than this remains above, about one window. */
const readAheadPx = 600

interface MessageLogProps {
  visible: boolean
  onReply(row: MessageRow): void
  onImage(media: Media): void
}

/** The loaded messages. Scrolling up loads older ones. */
export function MessageLog({ visible, onReply, onImage }: MessageLogProps) {
  const context = useChat()
  const { session, t, parts } = context
  const view = useStore(session.timeline)
  const rows = useMemo(() => rowsOf(view), [view])
  const { scrollerRef, atEnd, note, toEnd } = useScrollPosition(rows, view.pending.at(-1)?.client_id)
  const quoteOf = quotesOf(rows, (row) => nameOf(row, context), t(m.earlierMessage))
  const newest = rows.findLast((row) => row.kind === 'message' && row.own)
  useReadReceipts(visible && atEnd)

  const tools = useTools(!atEnd)

  const loadOlder = () => {
    const log = scrollerRef.current
    if (!log || !visible || !view.more || view.older !== 'idle') return
    if (log.scrollHeight + log.scrollTop - log.clientHeight < readAheadPx) void session.loadOlder()
  }
  useLayoutEffect(loadOlder)

  // A stable function: messages are memoized.
  const { current: goTo } = useRef((messageId: string) =>
    parts.tools.use((tools) => void tools.goToMessage(session, scrollerRef.current!, messageId)),
  )

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
        onFocus={parts.fetchTools}
        onKeyDown={(event) => tools?.walkMessages(event)}
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
                onQuote={goTo}
                onImage={onImage}
              />
            ) : (
              <Between key={row.key} row={row} />
            ),
          )}
        </div>
      </div>
      {!atEnd && tools && (
        <tools.ToNewest unread={view.unread} onClick={() => toEnd(!prefersReducedMotion())} />
      )}
    </div>
  )
}

/** Above the oldest message: the greeting, or a placeholder while older ones are loaded. */
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

/** Days and events between messages. */
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
      ? t(m.call, { time: minutes((epochMs(ended_at) - epochMs(answered_at)) / 1e3) })
      : t(m.unanswered)
  }
  if (line.event !== 'assigned') return t(line.event === 'started' ? m.started : m.ended)
  return line.agent ? t(m.joined, { name: line.agent.name }) : t(m.waiting)
}
