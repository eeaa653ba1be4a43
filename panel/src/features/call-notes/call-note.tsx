import { Button, Textarea } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { useStore } from '../../session/agent-session.tsx'
import classes from './call-note.module.css'
import { useCallNotes } from './call-notes-context.tsx'
import { maxNoteLength } from './note-saver.ts'

/** A note that saves automatically, also on blur. `note`: the stored text; text typed here takes precedence. */
export function CallNote(props: {
  callId: string
  note: string
  rows: number
  /** Takes the focus, at the end of the text. */
  focus: boolean
}) {
  const t = useTexts()
  const texts = t.calls.note
  const notes = useCallNotes()
  const saver = notes.of(props.callId)
  const { typed, name } = useStore(saver.state)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => notes.show(props.callId), [notes, props.callId])
  useEffect(() => {
    if (!props.focus || field.current === null) return
    field.current.focus()
    field.current.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [props.focus])
  const stateText = {
    clean: null,
    dirty: texts.saving,
    saved: texts.saved,
    merged: texts.merged,
    failed: null,
    too_long: null,
  }[name]
  return (
    <div className={classes.note}>
      <Textarea
        ref={field}
        aria-label={texts.label}
        placeholder={texts.placeholder}
        autosize
        minRows={props.rows}
        maxRows={8}
        maxLength={maxNoteLength}
        value={typed ?? props.note}
        onChange={(event) => saver.type(event.currentTarget.value, props.note)}
        onBlur={saver.flush}
      />
      <output className={classes.state}>{stateText}</output>
      {name === 'failed' ? (
        <p className={classes.failed} role="alert">
          {texts.failed}{' '}
          <Button size="compact-sm" variant="subtle" onClick={saver.flush}>
            {t.actions.retry}
          </Button>
        </p>
      ) : null}
      {name === 'too_long' ? (
        <p className={classes.failed} role="alert">
          {texts.tooLong}
        </p>
      ) : null}
    </div>
  )
}
