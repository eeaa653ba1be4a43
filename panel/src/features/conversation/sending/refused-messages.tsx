import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { PendingMessage } from '@parley/client/sending/pending-message'
import { problemText } from '../../../api/api-problem.ts'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import type { Messages } from '../../../messages/en.ts'
import { cachedConversation } from '../../../queries/conversation-cache.ts'
import { conversationQuery } from '../../../queries/conversation-queries.ts'
import { useAgentSession } from '../../../session/agent-session.tsx'
import { permanentNotification } from '../../../ui/permanent-notification.ts'
import {
  hideNotification,
  isNotificationOpen,
  replaceNotification,
} from '../../../ui/replace-notification.tsx'
import { codeText } from '../conversation-problem.ts'
import { currentConversation } from '../current-conversation.ts'
import { shownConversationId } from '../shown-conversation.ts'
import { followRefusals } from './refusals.ts'

const subject = 'refused-messages'

/** Reports refused messages whose conversation is not on the screen, in one notification. Renders nothing. */
export function RefusedMessages(): null {
  const { agent_id: me, organization } = useMembership()
  const session = useAgentSession()
  const queryClient = useQueryClient()
  const router = useRouter()

  const checkShown = useEffectEvent(async (customerId: string | null) => {
    const id = shownConversationId(router)
    if (id === undefined) return false
    const cache = { queryClient, organizationId: organization.id, me }
    // It is not cached yet while the page is loading.
    const row =
      cachedConversation(cache, id) ??
      (await queryClient.fetchQuery(conversationQuery(organization.id, id)).catch(() => undefined))
    return row?.customer.id === customerId && shownConversationId(router) === id
  })
  const show = useEffectEvent(useReport())
  useEffect(() => {
    const refusals = followRefusals({
      unsent: session.unsent,
      isShown: (customerId) => checkShown(customerId),
      report: (messages) =>
        show(messages, {
          opened: (customerId) => refusals.opened(customerId),
          openingFailed: () => refusals.openingFailed(),
        }),
      isReportOpen: () => isNotificationOpen(subject),
    })
    return refusals.stop
  }, [session])
  return null
}

type Report = (
  messages: readonly PendingMessage[],
  outcome: Pick<ReturnType<typeof followRefusals>, 'opened' | 'openingFailed'>,
) => void

function useReport(): Report {
  const t = useTexts()
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const router = useRouter()

  return (messages, outcome) => {
    const [first] = messages
    if (first === undefined) return hideNotification(subject)
    const { notSent, severalNotSent } = t.inbox.writing
    const open = async () => {
      const { customer_id: customerId } = first
      try {
        const row = await currentConversation(queryClient, organization.id, customerId ?? '')
        if (row !== undefined)
          await router.navigate({
            to: '/o/$organizationId/inbox/$view/$conversationId',
            params: { organizationId: organization.id, view: 'open', conversationId: row.id },
          })
        outcome.opened(customerId)
      } catch (error) {
        notifications.show({ color: 'red', message: problemText(t, error) })
        outcome.openingFailed()
      }
    }
    replaceNotification(subject, {
      ...permanentNotification,
      color: 'red',
      text: messages.length === 1 ? notSent(reasonOf(t, first)) : severalNotSent(messages.length),
      action: { name: t.stale.open, run: () => void open() },
    })
  }
}

function reasonOf(t: Messages, { state }: PendingMessage): string {
  const code = state.name === 'failed' ? state.code : ''
  return code === 'stale_view' ? t.collision.repliedMeanwhile : codeText(t, code)
}
