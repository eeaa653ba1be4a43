import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { ToastAction } from '../../ui/toast-action.tsx'

/** Reports a failed change whose editor is no longer on the screen, with a button that opens its conversation. */
export function useReportFailure(): (conversationId: string, text: string) => void {
  const { organization } = useMembership()
  const { open } = useTexts().stale
  const navigate = useNavigate()
  return (conversationId, text) => {
    const toast = `failed-${conversationId}`
    notifications.hide(toast)
    notifications.show({
      id: toast,
      color: 'red',
      autoClose: false,
      withCloseButton: true,
      message: (
        <ToastAction
          text={text}
          action={open}
          onAction={() => {
            notifications.hide(toast)
            void navigate({
              to: '/o/$organizationId/inbox/$view/$conversationId',
              params: { organizationId: organization.id, view: 'open', conversationId },
            })
          }}
        />
      ),
    })
  }
}
