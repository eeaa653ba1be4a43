import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Note } from '@parley/protocol/note'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { editNote, storeNote } from '../../../queries/note-queries.ts'
import { agentsQuery } from '../../../queries/organization-queries.ts'
import { MentionField } from './mention-field.tsx'
import { mentionedIn } from './mention-text.ts'
import { noteProblemText } from './note-problem.ts'
import classes from '../inline-editor.module.css'

/** Edits the text of a note in place. */
export function NoteEditor({ note, onDone }: { note: Note; onDone: () => void }) {
  const t = useTexts()
  const texts = t.inbox.notes
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const { data: agents = [] } = useQuery(agentsQuery(organization.id))
  const [text, setText] = useState(note.content)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])

  const saving = useMutation({
    mutationFn: () =>
      editNote(organization.id, note.id, { content: text.trim(), mentions: mentionedIn(text, agents) }),
    onSuccess(edited) {
      storeNote(queryClient, organization.id, edited)
      onDone()
    },
  })
  const isEmpty = text.trim() === '' && note.media.length === 0
  const submit = () => {
    if (!isEmpty && !saving.isPending) saving.mutate()
  }
  return (
    <div className={classes.editor}>
      <MentionField
        field={field}
        label={texts.edit}
        value={text}
        onChange={setText}
        onSubmit={submit}
        onEscape={onDone}
      />
      {saving.error !== null && (
        <p className={classes.problem} role="alert">
          {noteProblemText(t, saving.error)}
        </p>
      )}
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={onDone}>
          {t.actions.cancel}
        </Button>
        <Button size="xs" disabled={isEmpty} loading={saving.isPending} onClick={submit}>
          {texts.save}
        </Button>
      </div>
    </div>
  )
}
