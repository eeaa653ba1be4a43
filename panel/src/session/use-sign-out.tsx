import { notifications } from '@mantine/notifications'
import { problemText } from '../api/api-problem.ts'
import { useTexts } from '../i18n/i18n.tsx'
import { ToastAction } from '../ui/toast-action.tsx'
import { useSessionIfOpen } from './agent-session.tsx'
import { signOut } from './session.ts'
import { settleMessages } from './settle-messages.ts'

const toast = 'sign-out'

/** Menu and palette offer it: another click must not sign out twice. */
let isLeaving = false

/** Signs out and reloads the panel, so that no data stays in memory. Messages that wait are sent first. */
export function useSignOut(): () => void {
  const texts = useTexts()
  const session = useSessionIfOpen()

  const end = () =>
    signOut().then(
      () => location.assign('/panel/sign-in'),
      (error: unknown) => {
        isLeaving = false
        notifications.hide(toast)
        notifications.show({
          color: 'red',
          message: `${texts.shell.signOutFailed} ${problemText(texts, error)}`,
        })
      },
    )
  const ask = () => {
    notifications.hide(toast)
    notifications.show({
      id: toast,
      color: 'yellow',
      autoClose: 20_000,
      withCloseButton: true,
      message: (
        <ToastAction
          text={texts.shell.unsent}
          action={texts.shell.signOutAnyway}
          onAction={() => {
            notifications.hide(toast)
            isLeaving = true
            void end()
          }}
        />
      ),
    })
  }
  const leave = async () => {
    isLeaving = true
    notifications.hide(toast)
    notifications.show({ id: toast, loading: true, autoClose: false, message: texts.shell.signingOut })
    const outcome = session === null ? 'settled' : await settleMessages(session)
    if (outcome === 'settled') return end()
    isLeaving = false
    ask()
  }
  return () => {
    if (!isLeaving) void leave()
  }
}
