import { notifications } from '@mantine/notifications'
import { problemText } from '../api/api-problem.ts'
import { signOut } from './session.ts'
import { useWords } from '../i18n/i18n.tsx'

/** Ends the session and loads the panel afresh: nothing of this person stays in memory. */
export function useSignOut(): () => void {
  const words = useWords()
  return () =>
    void signOut().then(
      () => location.assign('/panel/sign-in'),
      (error: unknown) =>
        notifications.show({
          color: 'red',
          message: `${words.shell.signOutFailed} ${problemText(words, error)}`,
        }),
    )
}
