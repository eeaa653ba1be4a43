import type { TimelineMessage } from '@parley/protocol/message'
import { useTexts } from '../../../i18n/i18n.tsx'
import classes from './message-quote.module.css'

interface MessageQuoteProps {
  /** null: it is not among the messages read so far. */
  quoted: TimelineMessage | null
  /** Of whoever wrote it. */
  author: string
  onGo: () => void
}

/** What a message replies to, inside its bubble; a click goes there. */
export function MessageQuote({ quoted, author, onGo }: MessageQuoteProps) {
  const texts = useTexts().inbox.conversation.message
  return (
    <button type="button" className={classes.quote} title={texts.goToQuoted} onClick={onGo}>
      <span className={classes.author}>{quoted === null ? texts.quoteGone : author}</span>
      {quoted !== null && <QuoteText message={quoted} />}
    </button>
  )
}

/** One line of a message: its words, else the name of its first attachment. */
export function QuoteText({ message }: { message: TimelineMessage }) {
  const texts = useTexts().inbox.conversation.message
  return (
    <span className={classes.text} dir="auto">
      {message.content.trim() === '' ? (message.media[0]?.name ?? texts.attachment) : message.content}
    </span>
  )
}
