import { memo } from 'react'
import classes from './message-text.module.css'
import { isEmojiOnly, textParts } from './text-parts.ts'

/** A message's text with links. Content is never interpreted as markup. */
export const MessageText = memo(function MessageText({ content }: { content: string }) {
  return (
    <p className={classes.text} dir="auto" data-emoji={isEmojiOnly(content) || undefined}>
      {textParts(content).map(({ text, href }, index) =>
        href === null ? (
          text
        ) : (
          // The parts of one text never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow ugc" dir="ltr">
            {text}
          </a>
        ),
      )}
    </p>
  )
})
