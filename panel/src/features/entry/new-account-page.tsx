import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../i18n/i18n.tsx'
import { EntryLayout } from './entry-layout.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** After an account was created for which the service could not start a session. Inline, so that the address is in no URL. */
export function NewAccountPage({ email }: { email: string }) {
  const texts = useTexts().entry.signIn
  const navigate = useNavigate()
  return (
    <EntryLayout title={texts.title} lead={texts.created}>
      <SignInForm email={email} onSignedIn={() => navigate({ to: '/', replace: true })} />
    </EntryLayout>
  )
}
