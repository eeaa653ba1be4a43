import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Upload } from '@parley/client/sending/upload'
import type { Conversation } from '@parley/protocol/conversation'
import type { NoteInput } from '@parley/protocol/note'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { displayName } from '../../../people/customer-labels.ts'
import { addNote, storeNote } from '../../../queries/note-queries.ts'
import { useAgentSession } from '../../../session/agent-session.tsx'
import { returnToDraft } from '../drafts/open-draft.ts'
import { useReportFailure } from '../report-failure.tsx'
import {
  beginNote,
  noteAdded,
  noteAttempt,
  noteFailed,
  onNoteAttempts,
  showNoteErrors,
  type NoteAttempt,
} from './note-attempts.ts'
import { noteProblemText } from './note-problem.ts'

/** A note whose text and files have left the draft. */
interface SubmittedNote {
  text: string
  uploads: readonly Upload[]
  input: Omit<NoteInput, 'client_id'>
}

/** Adds notes to a conversation. A note that is not stored returns to its draft, also after its composer was closed. */
export function useAddNote(conversation: Conversation): {
  attempt: NoteAttempt
  add: (note: SubmittedNote) => void
} {
  const { id } = conversation
  const t = useTexts()
  const { agent_id: agentId, organization } = useMembership()
  const session = useAgentSession()
  const queryClient = useQueryClient()
  const reportFailure = useReportFailure()
  const organizationId = organization.id
  const attempt = useSyncExternalStore(onNoteAttempts, () => noteAttempt(id))
  useEffect(() => showNoteErrors(id), [id])

  const putBack = ({ text, uploads }: SubmittedNote) =>
    returnToDraft(
      { session, queryClient, organizationId, agentId },
      { conversationId: id, kind: 'note' },
      { text, uploads },
    )

  const report = (error: Error) => {
    const failed = t.inbox.notes.notAdded(displayName(t.inbox.customers, conversation.customer))
    reportFailure(id, `${failed} ${noteProblemText(t, error)}`)
  }

  const { mutate } = useMutation({
    mutationFn: async (note: SubmittedNote) => {
      const clientId = beginNote(id, [note.input.content, note.input.media_ids])
      let isBack = false
      const putBackOnce = () => {
        if (!isBack) putBack(note)
        isBack = true
      }
      // The page may be closed before the service has stored the note.
      addEventListener('pagehide', putBackOnce)
      try {
        return await addNote(organizationId, id, { client_id: clientId, ...note.input })
      } catch (error) {
        putBackOnce()
        throw error
      } finally {
        removeEventListener('pagehide', putBackOnce)
      }
    },
    onSuccess(added) {
      storeNote(queryClient, organizationId, added)
      noteAdded(id)
    },
    onError(error) {
      if (!noteFailed(id, error)) report(error)
    },
  })
  return { attempt, add: mutate }
}
