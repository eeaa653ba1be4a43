import type { Media } from '@parley/protocol/media'
import { useChat, useTools, type ChatContext } from './chat-context.ts'
import { Avatar } from './avatar.tsx'
import { Icon, IconButton, type IconName } from './icon.tsx'
import { memo } from './memo.ts'
import { MessageText } from './message-text.tsx'
import type { Quote } from './quotes.ts'
import type { MessageRow } from './rows.ts'
import { m } from '../messages/keys.ts'

interface MessageViewProps {
  row: MessageRow
  /** The message that it replies to. */
  quote: Quote | null
  /** The newest own message shows its state as text too. */
  newest: boolean
  onReply(row: MessageRow): void
  onQuote(messageId: string): void
  onImage(media: Media): void
}

/** Rows are new objects after each change of the timeline; rendering depends on these fields only. */
const drawn = ['id', 'state', 'first', 'last', 'media', 'content', 'edited'] as const

export const MessageView = memo<MessageViewProps>(
  drawMessage,
  (a, b) =>
    drawn.every((field) => a.row[field] === b.row[field]) &&
    a.newest === b.newest &&
    a.quote?.name === b.quote?.name &&
    a.quote?.text === b.quote?.text &&
    a.onReply === b.onReply,
)

function drawMessage({ row, quote, newest, onReply, onQuote, onImage }: MessageViewProps) {
  const context = useChat()
  const { t, times } = context
  const { replyTo } = row
  const name = nameOf(row, context)
  const shape = `${row.own ? 'own' : 'team'}${row.first ? ' first' : ''}${row.last ? ' last' : ''}`
  const author = row.ai ? `${name} (${t(m.ai)})` : name
  const stamp = <time dateTime={row.at.toISOString()}>{times.clock(row.at)}</time>

  return (
    <article class={`message ${shape}`} aria-label={`${author}, ${times.clock(row.at)}`} data-key={row.key}>
      {!row.own && row.last && row.sender && <Avatar agent={row.sender} />}
      {!row.own && row.first && (
        <div class="name">
          {name}
          {row.ai && <span class="ai">{t(m.ai)}</span>}
        </div>
      )}
      <div class="line">
        <div class="body">
          {(row.content || replyTo || row.deleted) && (
            <div class="bubble">
              {replyTo && quote && (
                <button type="button" class="quote" onClick={() => onQuote(replyTo)}>
                  <b>{quote.name}</b>
                  <span>
                    <bdi>{quote.text}</bdi>
                  </span>
                </button>
              )}
              {row.content && <MessageText text={row.content} />}
              {row.deleted && <i>{t(m.deleted)}</i>}
            </div>
          )}
          {row.media.length > 0 && <Attachments media={row.media} onOpen={onImage} />}
        </div>
        {row.id && (
          <IconButton
            icon="reply"
            class="reply"
            name={t(m.reply)}
            tabIndex={-1}
            onClick={() => onReply(row)}
          />
        )}
      </div>
      {row.state === 'failed' ? (
        <Failed row={row} />
      ) : (
        (row.last || row.edited) && (
          <div class="meta" aria-live="off">
            {row.edited && t(m.edited)} {stamp}
            {row.state && <MessageState state={row.state} withText={newest} />}
          </div>
        )
      )}
    </article>
  )
}

function Attachments({ media, onOpen }: { media: readonly Media[]; onOpen(media: Media): void }) {
  const tools = useTools(true)
  return tools && media.map((one) => <tools.Attachment key={one.id} media={one} onOpen={onOpen} />)
}

/** The sender's name; the widget's title for senders without one. */
export function nameOf(row: MessageRow, { t, settings }: ChatContext): string {
  return row.own ? t(m.you) : (row.sender?.name ?? settings.appearance.title)
}

const ticks = {
  queued: { icon: 'clock', text: m.sending },
  sending: { icon: 'clock', text: m.sending },
  sent: { icon: 'check', text: m.sent },
  delivered: { icon: 'checks', text: m.delivered },
  read: { icon: 'checks', text: m.read },
} as const satisfies Record<string, { icon: IconName; text: typeof m.sent }>

function MessageState({ state, withText }: { state: keyof typeof ticks; withText: boolean }) {
  const { t } = useChat()
  const name = t(ticks[state].text)
  return (
    <span class={`tick ${state}`} role="img" aria-label={name}>
      <Icon name={ticks[state].icon} />
      {withText && name}
    </span>
  )
}

/** A message that failed: retry or discard. */
function Failed({ row }: { row: MessageRow }) {
  const { session, t } = useChat()
  const mediaGone = row.failure === 'media_unknown'
  return (
    <div class="meta failed">
      <Icon name="failed" />
      {t(row.failure === 'customer_blocked' ? m.blocked : m.notSent)}
      {(row.content || !mediaGone) && (
        <button type="button" class="link" onClick={() => session.retry(row.clientId)}>
          {t(mediaGone ? m.sendWithoutFiles : m.tryAgain)}
        </button>
      )}
      <button type="button" class="link" onClick={() => session.discard(row.clientId)}>
        {t(m.discard)}
      </button>
    </div>
  )
}
