import { Button } from '@mantine/core'
import { IconClockOff, IconLinkOff, IconMailOpened, IconUserCheck, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { InvitationOffer } from '@parley/protocol/agent'
import { ApiProblem } from '../../api/api-problem.ts'
import { api } from '../../api/api.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { EntryLayout } from './entry-layout.tsx'
import { JoinAsMember, JoinAsNewPerson } from './join-forms.tsx'
import { NewAccountPage } from './new-account-page.tsx'

const route = getRouteApi('/invitation')

/** The token is in the URL fragment, so that it reaches no server log and no Referer header. */
export function InvitationPage() {
  const t = useTexts()
  const texts = t.entry.invitation
  const { me } = route.useRouteContext()
  const token = useLocation({ select: ({ hash }) => hash })
  /** The address of a new account that has to sign in. */
  const [created, setCreated] = useState<string | null>(null)
  const offer = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.post<InvitationOffer>('/v1/public/invitations/lookup', { token }),
    enabled: token !== '' && created === null,
    staleTime: Infinity,
  })

  if (created !== null) return <NewAccountPage email={created} />
  if (token === '')
    return <Refused icon={IconLinkOff} title={texts.noToken} text={texts.noTokenText} action={texts.signIn} />
  if (offer.isError) return <NoOffer error={offer.error} retry={() => void offer.refetch()} />
  if (offer.data === undefined) {
    return (
      <EntryLayout title={texts.loading}>
        <FormSkeleton fields={2} />
      </EntryLayout>
    )
  }
  const { organization, invited_by, role } = offer.data
  return (
    <EntryLayout title={texts.title(organization)} lead={texts.lead(invited_by, t.shell.roles[role])}>
      {me === null ? (
        <JoinAsNewPerson token={token} offer={offer.data} onCreated={setCreated} />
      ) : (
        <JoinAsMember token={token} offer={offer.data} me={me} />
      )}
    </EntryLayout>
  )
}

function NoOffer({ error, retry }: { error: Error; retry: () => void }) {
  const texts = useTexts().entry.invitation
  const code = error instanceof ApiProblem ? error.code : 'unexpected'
  if (code === 'invitation_expired') {
    return (
      <Refused icon={IconClockOff} title={texts.expired} text={texts.expiredText} action={texts.signIn} />
    )
  }
  if (code === 'invitation_used') {
    return <Refused icon={IconMailOpened} title={texts.used} text={texts.usedText} action={texts.signIn} />
  }
  if (code === 'already_member') {
    return <Refused icon={IconUserCheck} title={texts.member} text={texts.memberText} action={texts.open} />
  }
  if (code === 'invitation_invalid' || code === 'not_found' || code === 'invalid_request') {
    return <Refused icon={IconLinkOff} title={texts.invalid} text={texts.invalidText} action={texts.signIn} />
  }
  return (
    <main>
      <LoadError error={error} retry={retry} heading="h1" />
    </main>
  )
}

function Refused(props: { icon: Icon; title: string; text: string; action: string }) {
  return (
    <EntryLayout title={props.title} lead={props.text} icon={props.icon}>
      <Button mt="lg" renderRoot={(root) => <Link to="/" {...root} />}>
        {props.action}
      </Button>
    </EntryLayout>
  )
}
