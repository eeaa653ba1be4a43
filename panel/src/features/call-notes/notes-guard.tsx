import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useStore } from '../../session/agent-session.tsx'
import { UnsavedQuestion } from '../../ui/unsaved-guard.tsx'
import { useCallNotes } from './call-notes-context.tsx'

/** Asks before the agent leaves the organization while a note is not stored: elsewhere nothing retries or mentions it. */
export function NotesGuard() {
  const { note } = useTexts().calls
  const { organization } = useMembership()
  const notes = useCallNotes()
  const allStored = useStore(notes.allStored)
  const unsaved = useStore(notes.unsaved)
  const areTooLong = unsaved.length > 0 && unsaved.every(({ name }) => name === 'too_long')
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next: { params } }) =>
      !('organizationId' in params) || params.organizationId !== organization.id,
    // `UnsavedNotes` guards the tab.
    enableBeforeUnload: false,
    disabled: allStored,
    withResolver: true,
  })
  // Stored while the question was open.
  useEffect(() => {
    if (allStored && status === 'blocked') proceed()
  }, [allStored, status, proceed])
  return (
    <UnsavedQuestion
      id="unsaved-note"
      opened={status === 'blocked'}
      {...note.leaving}
      {...(areTooLong && { text: note.leavingTooLong })}
      onLeave={() => proceed?.()}
      onStay={() => reset?.()}
    />
  )
}
