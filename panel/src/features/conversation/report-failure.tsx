import { useRouter } from '@tanstack/react-router'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { permanentNotification } from '../../ui/permanent-notification.ts'
import { replaceNotification } from '../../ui/replace-notification.tsx'
import { shownConversationId } from './shown-conversation.ts'

/** Reports a failed change whose editor is no longer on the screen. A button opens its conversation, unless it is open. */
export function useReportFailure(): (conversationId: string, text: string) => void {
  const { organization } = useMembership()
  const { open } = useTexts().stale
  const router = useRouter()
  return (conversationId, text) => {
    replaceNotification(`failed-${conversationId}`, {
      ...permanentNotification,
      color: 'red',
      text,
      ...(shownConversationId(router) !== conversationId && {
        action: {
          name: open,
          run: () =>
            void router.navigate({
              to: '/o/$organizationId/inbox/$view/$conversationId',
              params: { organizationId: organization.id, view: 'open', conversationId },
            }),
        },
      }),
    })
  }
}
