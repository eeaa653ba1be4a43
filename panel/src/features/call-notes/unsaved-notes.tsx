import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { guardUnsavedWork } from '../../navigation/unsaved-work.ts'
import { useAgentSession, useStore } from '../../session/agent-session.tsx'
import { permanentNotification } from '../../ui/permanent-notification.ts'
import { ToastAction } from '../../ui/toast-action.tsx'
import type { UnsavedNote } from './call-notes.ts'
import { useCallNotes } from './call-notes-context.tsx'

/** Retry interval for unsaved notes (ms). */
const retryIntervalMs = 30_000

/** Retries unsaved notes and shows a notification for those whose field is gone. Renders nothing. */
export function UnsavedNotes(): null {
  const notes = useCallNotes()
  const session = useAgentSession()
  const unsaved = useStore(notes.unsaved)
  const some = unsaved.length > 0
  const isRetried = unsaved.some(({ name }) => name === 'failed')
  const gone = unsaved.flatMap(({ callId, name, shown }) => (shown ? [] : [`${callId} ${name}`])).join(',')
  const notify = useNotify()

  useEffect(() => {
    notes.retry()
    return session.onLive(notes.retry)
  }, [notes, session])

  useEffect(() => {
    if (!isRetried) return undefined
    const timer = setInterval(notes.retry, retryIntervalMs)
    return () => clearInterval(timer)
  }, [notes, isRetried])

  useEffect(() => (some ? guardUnsavedWork() : undefined), [some])

  const show = useEffectEvent(notify)
  useEffect(() => {
    const toasts =
      gone === '' ? [] : gone.split(',').map((each) => each.split(' ') as [string, UnsavedNote['name']])
    toasts.forEach(([callId, name]) => show(callId, name))
    return () => toasts.forEach(([callId]) => notifications.hide(toastOf(callId)))
  }, [gone])
  return null
}

const toastOf = (callId: string) => `note-${callId}`

function useNotify(): (callId: string, name: UnsavedNote['name']) => void {
  const texts = useTexts().calls
  const navigate = useNavigate()
  const { organization } = useMembership()
  return (callId, name) =>
    void notifications.show({
      ...permanentNotification,
      id: toastOf(callId),
      color: 'red',
      message: (
        <ToastAction
          text={name === 'too_long' ? texts.note.tooLong : texts.note.unsaved}
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
