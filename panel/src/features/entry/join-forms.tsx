import { Anchor, Button, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { InvitationOffer, Me, NewAccount } from '@parley/protocol/agent'
import type { Language } from '@parley/protocol/provider'
import { ApiProblem } from '../../api/api-problem.ts'
import { api } from '../../api/api.ts'
import { useLanguage, useTexts } from '../../i18n/i18n.tsx'
import { meQuery } from '../../queries/organization-queries.ts'
import { forgetUser, signOut } from '../../session/session.ts'
import { useFirstFocus } from '../../ui/first-focus.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { email, newPassword, required } from '../../ui/person-fields.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { SignInForm } from './sign-in-form.tsx'

type Person = { name: string; email: string; password: string }

const accept = <Response,>(token: string, person: Partial<Person & { language: Language }> = {}) =>
  api.post<Response>('/v1/public/invitations/accept', { token, ...person })

/** Joining with a new account. The e-mail is asked for if the invitation has none. */
export function JoinAsNewPerson(props: {
  token: string
  offer: InvitationOffer
  /** The account exists, and has to sign in. */
  onCreated: (email: string) => void
}) {
  const { token, offer, onCreated } = props
  const t = useTexts()
  const navigate = useNavigate()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { language } = useLanguage()
  const [known, setKnown] = useState(false)
  const first = useFirstFocus()
  const form = useForm<Person>({
    initialValues: { name: '', email: offer.email ?? '', password: '' },
    validate: { name: required(t), email: email(t), password: newPassword(t) },
  })
  const joining = useMutation({
    // Joining also signs in.
    mutationFn: (values: Person) =>
      accept<NewAccount>(token, { ...values, email: values.email.trim(), language }),
    onSuccess: (account, values) => {
      if ('outcome' in account) return onCreated(values.email.trim())
      forgetUser(queryClient)
      return navigate({ to: '/', replace: true })
    },
  })
  const texts = t.entry.invitation

  // Inline instead of the sign-in page: the token must not get into another URL.
  if (known) return <SignInForm email={form.values.email} onSignedIn={() => router.invalidate()} />
  return (
    <form onSubmit={form.onSubmit((values) => joining.mutate(values))} noValidate>
      <ProblemNote error={joining.error} texts={{ forbidden: texts.otherEmail }} />
      <TextInput
        label={t.entry.name}
        description={t.entry.nameHint}
        name="name"
        autoComplete="name"
        maxLength={100}
        size="md"
        ref={first}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t.entry.email}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        size="md"
        readOnly={offer.email !== null}
        {...form.getInputProps('email')}
      />
      <PasswordField
        label={t.entry.password}
        description={t.entry.passwordHint}
        name="password"
        autoComplete="new-password"
        maxLength={200}
        size="md"
        {...form.getInputProps('password')}
      />
      <Button type="submit" size="md" loading={joining.isPending}>
        {texts.join}
      </Button>
      <Text size="sm" ta="center">
        <Anchor inherit component="button" type="button" onClick={() => setKnown(true)}>
          {texts.haveAccount}
        </Anchor>
      </Text>
    </form>
  )
}

/** Joining with the signed-in account, which may belong to other organizations already. */
export function JoinAsMember({ token, offer, me }: { token: string; offer: InvitationOffer; me: Me }) {
  const t = useTexts()
  const texts = t.entry.invitation
  const navigate = useNavigate()
  const router = useRouter()
  const queryClient = useQueryClient()
  /** Opens the organization of the invitation, not the one of the last visit. */
  const open = (now: Me) => {
    queryClient.setQueryData(meQuery.queryKey, now)
    const known = new Set(me.memberships.map(({ organization }) => organization.id))
    const named = now.memberships
      .map(({ organization }) => organization)
      .filter(({ name }) => name === offer.organization)
    const joined = named.find(({ id }) => !known.has(id)) ?? named[0]
    return joined === undefined
      ? navigate({ to: '/', replace: true })
      : navigate({ to: '/o/$organizationId', params: { organizationId: joined.id }, replace: true })
  }
  const joining = useMutation({ mutationFn: () => accept<Me>(token), onSuccess: open })
  const opening = useMutation({
    mutationFn: () => api.get<Me>('/v1/me', { checksSession: true }),
    onSuccess: open,
  })
  const leaving = useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      forgetUser(queryClient)
      return router.invalidate()
    },
  })
  const isMember = joining.error instanceof ApiProblem && joining.error.code === 'already_member'

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        joining.mutate()
      }}
    >
      <ProblemNote
        error={opening.error ?? joining.error ?? leaving.error}
        texts={{ forbidden: texts.otherEmail }}
      />
      <Text size="sm" c="dimmed">
        {texts.signedInAs(me.user.email)}
      </Text>
      {isMember ? (
        <Button size="md" loading={opening.isPending} onClick={() => opening.mutate()}>
          {texts.open}
        </Button>
      ) : (
        <Button type="submit" size="md" loading={joining.isPending}>
          {texts.joinAs(me.user.name)}
        </Button>
      )}
      <Button variant="subtle" color="gray" loading={leaving.isPending} onClick={() => leaving.mutate()}>
        {texts.otherPerson}
      </Button>
    </form>
  )
}
