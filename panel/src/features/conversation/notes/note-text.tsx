import { memo } from 'react'
import type { Mention } from '@parley/protocol/note'
import parts from '../message/message-parts.module.css'
import { textParts } from '../message/text-parts.ts'
import { mentionParts } from './mention-text.ts'
import classes from './note-row.module.css'

/** A note's text with links and highlighted mentions. */
export const NoteText = memo(function NoteText(props: { content: string; mentions: readonly Mention[] }) {
  return (
    <p className={parts.text} dir="auto">
      {mentionParts(props.content, props.mentions).map(({ text, mention }, index) =>
        mention === null ? (
          // Parts of one text never reorder.
          // oxlint-disable-next-line react/no-array-index-key
          <Linked key={index} text={text} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className={classes.mention}>
            <bdi>{text}</bdi>
          </span>
        ),
      )}
    </p>
  )
})

const Linked = ({ text }: { text: string }) =>
  textParts(text).map(({ text: part, href }, index) =>
    href === null ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow ugc" dir="ltr">
        {part}
      </a>
    ),
  )
