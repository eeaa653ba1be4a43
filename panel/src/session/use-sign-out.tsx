import { problemText } from '../api/api-problem.ts'
import { useTexts } from '../i18n/i18n.tsx'
import { abandonUnsavedWork, unsavedWork } from '../navigation/unsaved-work.ts'
import { replaceNotification } from '../ui/replace-notification.tsx'
import { useSessionIfOpen } from './agent-session.tsx'
import { signOut } from './session.ts'
import { settleMessages } from './settle-messages.ts'

const subject = 'sign-out'

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
      const text = `${texts.shell.signOutFailed} ${problemText(texts, error)}`
      replaceNotification(subject, { color: 'red', text })
    } finally {
      isLeaving = false
    }
  }
  const ask = (text: string, leaveAnyway: () => Promise<void>) => {
    replaceNotification(subject, {
      color: 'yellow',
      autoClose: 20_000,
      withCloseButton: true,
      text,
      action: {
        name: texts.shell.signOutAnyway,
        run: () => {
          isLeaving = true
          void leaveAnyway()
        },
      },
    })
  }
  const leave = async () => {
    isLeaving = true
    replaceNotification(subject, { loading: true, autoClose: false, text: texts.shell.signingOut })
    const outcome = session === null ? 'settled' : await settleMessages(session)
    if (outcome === 'settled') return end()
    isLeaving = false
    ask(texts.shell.unsent, end)
  }
  return () => {
    if (isLeaving) return
    const work = unsavedWork()
    if (work === null) void leave()
    else
      ask(
        { ...texts.desk.leaving, changes: texts.shell.unsaved, shownOnce: texts.shell.shownOnce }[work].text,
        leave,
      )
  }
}
