import { memo } from 'react'
import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconChecks } from '@tabler/icons-react'
import type { TimelineMessage } from '@parley/protocol/message'
import type { MessageStatus } from '@parley/client/timeline/timeline-view'
import { useTexts } from '../../../i18n/i18n.tsx'
import classes from './message-parts.module.css'
import { isEmojiOnly, textParts } from './text-parts.ts'

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
  const { conversation, changes } = useTexts().inbox
  const text = message.content.trim() === '' ? message.media[0]?.name : message.content
  return (
    <span className={classes.quotedText} dir="auto">
      {message.deleted_at == null ? (text ?? conversation.message.attachment) : changes.removed}
    </span>
  )
}

/** Text with links. Content is never interpreted as markup. */
export const LinkedText = ({ text }: { text: string }) =>
  textParts(text).map(({ text: part, href }, index) =>
    href === null ? (
      part
    ) : (
      // Parts of one text never reorder.
      // oxlint-disable-next-line react/no-array-index-key
      <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow ugc" dir="ltr">
        {part}
      </a>
    ),
  )

/** A message's text. */
export const MessageText = memo(function MessageText({ content }: { content: string }) {
  return (
    <p className={classes.text} dir="auto" data-emoji={isEmojiOnly(content) || undefined}>
      <LinkedText text={content} />
    </p>
  )
})

/** Message status: one tick sent, two delivered, two coloured read. */
export function Ticks({ status, showsText }: { status: MessageStatus; showsText: boolean }) {
  const texts = useTexts().inbox.conversation.message
  const Icon = status === 'sent' ? IconCheck : IconChecks
  return (
    <span className={classes.ticks} data-status={status} title={texts[status]}>
      {showsText ? texts[status] : <VisuallyHidden>{texts[status]}</VisuallyHidden>}
      <Icon size={16} stroke={1.75} aria-hidden="true" />
    </span>
  )
}
