import type { Media } from '@parley/protocol/media'
import { Attachment } from './attachment.tsx'
import { useChat, type ChatContext } from './chat-context.ts'
import { Face } from './face.tsx'
import { Icon, IconButton, type IconName } from './icon.tsx'
import { memo } from './memo.ts'
import { MessageText } from './message-text.tsx'
import type { Quote } from './quotes.ts'
import type { MessageRow } from './rows.ts'
import { m } from '../messages/keys.ts'

interface MessageViewProps {
  row: MessageRow
  /** What it replies to, null when it replies to nothing. */
  quote: Quote | null
  /** The newest of ours: says its state in a word too. */
  newest: boolean
  onReply(row: MessageRow): void
  onQuote(messageId: string): void
  onPicture(media: Media): void
}

/** Rows are made anew with each change of the timeline; what is drawn depends on these alone. */
const sameRow = (a: MessageRow, b: MessageRow) =>
  a.id === b.id &&
  a.state === b.state &&
  a.first === b.first &&
  a.last === b.last &&
  a.media === b.media &&
  a.content === b.content

export const MessageView = memo<MessageViewProps>(
  drawMessage,
  (a, b) =>
    sameRow(a.row, b.row) &&
    a.newest === b.newest &&
    a.quote?.name === b.quote?.name &&
    a.quote?.text === b.quote?.text &&
    a.onReply === b.onReply,
)

function drawMessage({ row, quote, newest, onReply, onQuote, onPicture }: MessageViewProps) {
  const context = useChat()
  const { t, times } = context
  const { replyTo } = row
  const name = nameOf(row, context)
  const shape = `${row.own ? 'own' : 'team'}${row.first ? ' first' : ''}${row.last ? ' last' : ''}`
  const stamp = <time dateTime={row.at.toISOString()}>{times.clock(row.at)}</time>

  return (
    <article class={`message ${shape}`} aria-label={`${name}, ${times.clock(row.at)}`} data-key={row.key}>
      {!row.own && row.last && row.sender && <Face agent={row.sender} />}
      {!row.own && row.first && <div class="name">{name}</div>}
      <div class="line">
        <div class="body">
          {(row.content || replyTo) && (
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
            </div>
          )}
          {row.media.map((media) => (
            <Attachment key={media.id} media={media} onOpen={onPicture} />
          ))}
        </div>
        {row.id && (
          <IconButton
            icon="reply"
            class="reply"
            name={t(m.replyTo, { name })}
            tabIndex={-1}
            onClick={() => onReply(row)}
          />
        )}
      </div>
      {row.state === 'failed' ? (
        <Failed row={row} />
      ) : (
        row.last && (
          <div class="meta" aria-live="off">
            {stamp}
            {row.state && <Tick state={row.state} word={newest} />}
          </div>
        )
      )}
    </article>
  )
}

/** Whoever has no name of their own (an automatic answer) speaks in the widget's. */
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

function Tick({ state, word }: { state: keyof typeof ticks; word: boolean }) {
  const { t } = useChat()
  const name = t(ticks[state].text)
  return (
    <span class={`tick ${state}`} role="img" aria-label={name}>
      <Icon name={ticks[state].icon} />
      {word && name}
    </span>
  )
}

/** What was not sent stays, with the two ways on. */
function Failed({ row }: { row: MessageRow }) {
  const { session, t } = useChat()
  return (
    <div class="meta failed">
      <Icon name="failed" />
      {t(row.failure === 'customer_blocked' ? m.blocked : m.notSent)}
      <button type="button" class="link" onClick={() => session.retry(row.clientId)}>
        {t(m.tryAgain)}
      </button>
      <button type="button" class="link" onClick={() => session.discard(row.clientId)}>
        {t(m.discard)}
      </button>
    </div>
  )
}
