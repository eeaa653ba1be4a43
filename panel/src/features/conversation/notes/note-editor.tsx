import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Note } from '@parley/protocol/note'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { editNote, storeNote } from '../../../queries/note-queries.ts'
import { agentsQuery } from '../../../queries/organization-queries.ts'
import { teamsQuery } from '../../../queries/team-queries.ts'
import { createKeptEdits } from '../../../ui/kept-edits.ts'
import { useReportFailure } from '../report-failure.tsx'
import { MentionField } from './mention-field.tsx'
import { mentionedIn } from './mention-text.ts'
import { noteProblemText } from './note-problem.ts'
import classes from '../inline-editor.module.css'

/** Edited text by note. */
const noteEdits = createKeptEdits<string>()

export const isNoteEdited = (agentId: string, noteId: string): boolean =>
  noteEdits(agentId).get(noteId) !== undefined

/** Edits the text of a note in place. The text is kept until the server has stored it, also when the conversation is left. */
export function NoteEditor({
  note,
  takesFocus,
  onDone,
}: {
  note: Note
  /** The agent has just opened it. A restored editor must not take the focus from the composer. */
  takesFocus: boolean
  onDone: () => void
}) {
  const t = useTexts()
  const texts = t.inbox.notes
  const { agent_id: agentId, organization } = useMembership()
  const edits = noteEdits(agentId)
  const queryClient = useQueryClient()
  const { data: agents = [] } = useQuery(agentsQuery(organization.id))
  const { data: teams = [] } = useQuery(teamsQuery(organization.id))
  const [text, setText] = useState(edits.get(note.id) ?? note.content)
  const reportFailure = useReportFailure()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])

  const isShown = () => field.current !== null
  const saving = useMutation({
    mutationFn(sent: string) {
      const content = sent.trim()
      return editNote(organization.id, note.id, {
        content,
        // Those of the note by their earlier names, also of colleagues who have left.
        mentions: [...new Set(mentionedIn(content, [...note.mentions, ...agents, ...teams]))],
      })
    },
    onSuccess(edited, sent) {
      storeNote(queryClient, organization.id, edited)
      // What was typed during the save stays in the editor.
      if ((edits.get(note.id) ?? sent) !== sent) return
      edits.drop(note.id)
      if (isShown()) onDone()
    },
    onError(error) {
      if (!isShown()) reportFailure(note.conversation_id, `${texts.notSaved} ${noteProblemText(t, error)}`)
    },
  })
  const change = (next: string) => {
    setText(next)
    // Once a save has been sent, `note` may be older than the server's text.
    if (saving.isIdle && next === note.content) edits.drop(note.id)
    else edits.keep(note.id, next)
  }
  const cancel = () => {
    edits.drop(note.id)
    onDone()
  }
  const isEmpty = text.trim() === '' && note.media.length === 0
  const submit = () => {
    if (!isEmpty && !saving.isPending) saving.mutate(text)
  }
  return (
    <div className={classes.editor}>
      <MentionField
        field={field}
        label={texts.edit}
        value={text}
        onChange={change}
        onSubmit={submit}
        onEscape={cancel}
      />
      {saving.error !== null && (
        <p className={classes.problem} role="alert">
          {noteProblemText(t, saving.error)}
        </p>
      )}
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={cancel}>
          {t.actions.cancel}
        </Button>
        <Button size="xs" disabled={isEmpty} loading={saving.isPending} onClick={submit}>
          {texts.save}
        </Button>
      </div>
    </div>
  )
}
