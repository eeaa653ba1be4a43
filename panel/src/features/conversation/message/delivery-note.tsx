import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconClock } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { TimelineMessage } from '@parley/protocol/message'
import { ApiProblem, problemText } from '../../../api/api-problem.ts'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { retryMessage } from '../../../queries/channel-queries.ts'
import classes from './delivery-note.module.css'

/** Why a message did not reach the contact's platform, with another try. Nothing for messages that did. */
export function DeliveryNote({ message }: { message: TimelineMessage }) {
  const { state, reason } = message.delivery ?? {}
  // Of a deleted message, only that the contact may still have it.
  if (message.deleted_at != null && reason !== 'change_refused') return null
  return state === 'pending' || reason != null ? <Note message={message} /> : null
}

function Note({ message }: { message: TimelineMessage }) {
  const t = useTexts()
  const texts = t.channels
  const { organization } = useMembership()
  const retry = useMutation({
    mutationFn: () => retryMessage(organization.id, message),
    onError(error) {
      const isSent = error instanceof ApiProblem && error.code === 'message_not_failed'
      notifications.show({
        color: 'red',
        message: isSent ? texts.problems.message_not_failed : problemText(t, error),
      })
    },
  })
  const { state, reason } = message.delivery ?? {}
  if (state === 'pending') {
    return (
      <span className={classes.pending}>
        <IconClock className={classes.icon} size={14} stroke={1.75} aria-hidden="true" />
        {texts.sendingAgain}
      </span>
    )
  }
  if (reason == null) return null
  return (
    <span className={classes.failed} role="status">
      <IconAlertCircle className={classes.icon} size={14} stroke={1.75} aria-hidden="true" />
      {texts.reasons[reason]}
      {state === 'failed' && (
        <button
          type="button"
          className={classes.retry}
          disabled={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {texts.tryAgain}
        </button>
      )}
    </span>
  )
}
