import { Anchor } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../i18n/i18n.tsx'
import { EntryLayout } from './entry-layout.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useSignInElsewhere } from './use-sign-in-elsewhere.ts'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const texts = useTexts()
  const { setup } = route.useRouteContext()
  const { to } = route.useSearch()
  const navigate = useNavigate()
  useSignInElsewhere()

  return (
    <EntryLayout
      title={texts.entry.signIn.title}
      lead={to === undefined ? undefined : texts.entry.signIn.signedOut}
      footer={
        setup.signup === 'open' ? (
          <Anchor inherit renderRoot={(props) => <Link to="/setup" {...props} />}>
            {texts.entry.signIn.signUp}
          </Anchor>
        ) : undefined
      }
    >
      <SignInForm onSignedIn={() => navigate({ to: to ?? '/', replace: true })} />
    </EntryLayout>
  )
}
