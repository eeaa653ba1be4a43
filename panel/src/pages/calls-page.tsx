import { CallsPage as Calls } from '../features/calls/calls-page.tsx'
import { MicrophoneReminder } from '../features/desk/permission-notes.tsx'
import { useOwnState } from '../features/desk/use-own-state.ts'
import { useTexts } from '../i18n/i18n.tsx'

export function CallsPage() {
  const texts = useTexts().calls.now
  return (
    <Calls
      notice={<MicrophoneReminder />}
      offlineBecause={useOwnState() === 'silent' ? texts.noMicrophone : null}
    />
  )
}
