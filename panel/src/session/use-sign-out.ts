import { notifications } from '@mantine/notifications'
import { problemText } from '../api/api-problem.ts'
import { useTexts } from '../i18n/i18n.tsx'
import { signOut } from './session.ts'

/** Signs out and reloads the panel, so that no data stays in memory. */
export function useSignOut(): () => void {
  const texts = useTexts()
  return () =>
    void signOut().then(
      () => location.assign('/panel/sign-in'),
      (error: unknown) =>
        notifications.show({
          color: 'red',
          message: `${texts.shell.signOutFailed} ${problemText(texts, error)}`,
        }),
    )
}
