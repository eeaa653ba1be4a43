import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { guardUnsavedWork } from '../../navigation/unsaved-work.ts'
import { useAgentSession, useStore } from '../../session/agent-session.tsx'
import { ToastAction } from '../../ui/toast-action.tsx'
import { useCallNotes } from './call-notes-context.tsx'

/** Retry interval for unsaved notes (ms). */
const retryIntervalMs = 30_000

/** Retries unsaved notes and shows a notification for those whose field is gone. Renders nothing. */
export function UnsavedNotes(): null {
  const notes = useCallNotes()
  const session = useAgentSession()
  const unsaved = useStore(notes.unsaved)
  const some = unsaved.length > 0
  const gone = unsaved.flatMap(({ callId, shown }) => (shown ? [] : [callId])).join(' ')
  const notify = useNotify()

  useEffect(() => {
    notes.retry()
    return session.onLive(notes.retry)
  }, [notes, session])

  useEffect(() => {
    if (!some) return undefined
    const timer = setInterval(notes.retry, retryIntervalMs)
    const saved = guardUnsavedWork()
    return () => {
      clearInterval(timer)
      saved()
    }
  }, [notes, some])

  const show = useEffectEvent(notify)
  useEffect(() => {
    const callIds = gone === '' ? [] : gone.split(' ')
    callIds.forEach(show)
    return () => callIds.forEach((callId) => notifications.hide(toastOf(callId)))
  }, [gone])
  return null
}

const toastOf = (callId: string) => `note-${callId}`

function useNotify(): (callId: string) => void {
  const texts = useTexts().calls
  const navigate = useNavigate()
  const { organization } = useMembership()
  return (callId) =>
    void notifications.show({
      id: toastOf(callId),
      color: 'red',
      autoClose: false,
      message: (
        <ToastAction
          text={texts.note.unsaved}
          action={texts.openCall}
          onAction={() =>
            void navigate({
              to: '/o/$organizationId/calls/$callId',
              params: { organizationId: organization.id, callId },
            })
          }
        />
      ),
    })
}
