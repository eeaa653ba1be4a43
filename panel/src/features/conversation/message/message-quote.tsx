import type { TimelineMessage } from '@parley/protocol/message'
import { useTexts } from '../../../i18n/i18n.tsx'
import classes from './message-quote.module.css'

interface MessageQuoteProps {
  /** null: not loaded. */
  quoted: TimelineMessage | null
  /** Display name of its author. */
  author: string
  onGo: () => void
}

/** The quoted message inside a bubble; a click jumps to it. */
export function MessageQuote({ quoted, author, onGo }: MessageQuoteProps) {
  const texts = useTexts().inbox.conversation.message
  return (
    <button type="button" className={classes.quote} title={texts.goToQuoted} onClick={onGo}>
      <span className={classes.author}>{quoted === null ? texts.quoteGone : author}</span>
      {quoted !== null && <QuoteText message={quoted} />}
    </button>
  )
}

/** One line of a message: its text, else the name of the first attachment. */
export function QuoteText({ message }: { message: TimelineMessage }) {
  const texts = useTexts().inbox.conversation.message
  return (
    <span className={classes.text} dir="auto">
      {message.content.trim() === '' ? (message.media[0]?.name ?? texts.attachment) : message.content}
    </span>
  )
}
