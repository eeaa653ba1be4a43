import { memo } from 'react'
import type { Mention } from '@parley/protocol/note'
import parts from '../message/message-parts.module.css'
import { LinkedText } from '../message/message-parts.tsx'
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
          <LinkedText key={index} text={text} />
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
