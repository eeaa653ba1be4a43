import { notifications } from '@mantine/notifications'
import { problemText } from '../api/api-problem.ts'
import { useTexts } from '../i18n/i18n.tsx'
import { abandonUnsavedWork, unsavedWork } from '../navigation/unsaved-work.ts'
import { ToastAction } from '../ui/toast-action.tsx'
import { useSessionIfOpen } from './agent-session.tsx'
import { signOut } from './session.ts'
import { settleMessages } from './settle-messages.ts'

const toast = 'sign-out'

/** Menu and palette offer it: another click must not sign out twice. */
let isLeaving = false

/**
 * Signs out and reloads the panel, so that no data stays in memory. Asks first about unsaved changes and calls: the browser
 * would ask only after the session has ended. Messages that wait are sent first. `request` ends the session.
 */
export function useSignOut(request: () => Promise<unknown> = signOut): () => void {
  const texts = useTexts()
  const session = useSessionIfOpen()

  const end = async () => {
    try {
      await request()
      abandonUnsavedWork()
      location.assign('/panel/sign-in')
    } catch (error) {
      notifications.hide(toast)
      notifications.show({
        color: 'red',
        message: `${texts.shell.signOutFailed} ${problemText(texts, error)}`,
      })
    } finally {
      isLeaving = false
    }
  }
  const ask = (text: string, leaveAnyway: () => Promise<void>) => {
    notifications.hide(toast)
    notifications.show({
      id: toast,
      color: 'yellow',
      autoClose: 20_000,
      withCloseButton: true,
      message: (
        <ToastAction
          text={text}
          action={texts.shell.signOutAnyway}
          onAction={() => {
            notifications.hide(toast)
            isLeaving = true
            void leaveAnyway()
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
    ask(texts.shell.unsent, end)
  }
  return () => {
    if (isLeaving) return
    const work = unsavedWork()
    if (work === null) void leave()
    else ask(work === 'changes' ? texts.shell.unsaved.text : texts.desk.leaving[work].text, leave)
  }
}
