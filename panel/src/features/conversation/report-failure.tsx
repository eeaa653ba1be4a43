import { notifications } from '@mantine/notifications'
import { useRouter } from '@tanstack/react-router'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { ToastAction } from '../../ui/toast-action.tsx'

/** Reports a failed change whose editor is no longer on the screen. A button opens its conversation, unless it is open. */
export function useReportFailure(): (conversationId: string, text: string) => void {
  const { organization } = useMembership()
  const { open } = useTexts().stale
  const router = useRouter()
  return (conversationId, text) => {
    const toast = `failed-${conversationId}`
    const isOpen = router.state.matches.some(
      ({ params }) => 'conversationId' in params && params.conversationId === conversationId,
    )
    notifications.hide(toast)
    notifications.show({
      id: toast,
      color: 'red',
      autoClose: false,
      withCloseButton: true,
      message: isOpen ? (
        text
      ) : (
        <ToastAction
          text={text}
          action={open}
          onAction={() => {
            notifications.hide(toast)
            void router.navigate({
              to: '/o/$organizationId/inbox/$view/$conversationId',
              params: { organizationId: organization.id, view: 'open', conversationId },
            })
          }}
        />
      ),
    })
  }
}
