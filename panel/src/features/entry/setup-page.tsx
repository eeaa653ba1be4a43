import { Anchor, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router'
import type { NewAccount, SetupInput } from '@parley/protocol/agent'
import { ApiProblem } from '../../api/api-problem.ts'
import { api } from '../../api/api.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { forgetUser } from '../../session/session.ts'
import { useFirstFocus } from '../../ui/first-focus.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { email, newPassword, required } from '../../ui/person-fields.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { EntryLayout } from './entry-layout.tsx'
import { NewAccountPage } from './new-account-page.tsx'

const route = getRouteApi('/setup')

/** Creates the first organization with its owner, or another one where signup is open. */
export function SetupPage() {
  const t = useTexts()
  const { setup } = route.useRouteContext()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const first = useFirstFocus()
  // From the fragment of the link printed at startup, so that it appears in no server log.
  const printed = useLocation({ select: ({ hash }) => hash })
  const form = useForm<Required<SetupInput>>({
    initialValues: { organization: '', name: '', email: '', password: '', token: printed },
    validate: {
      token: setup.token_required ? required(t) : () => null,
      organization: required(t),
      name: required(t),
      email: email(t),
      password: newPassword(t),
    },
  })
  const making = useMutation({
    // Creating an organization also signs in.
    mutationFn: ({ token, ...values }: Required<SetupInput>) =>
      api.post<NewAccount>('/v1/public/setup', {
        ...values,
        email: values.email.trim(),
        ...(setup.token_required && { token: token.trim() }),
      }),
    onSuccess: (account) => {
      if ('outcome' in account) return undefined
      forgetUser(queryClient)
      return navigate({ to: '/', replace: true })
    },
  })
  const texts = t.entry.setup
  const isSetUp = making.error instanceof ApiProblem && making.error.code === 'setup_done'

  if (making.data !== undefined && 'outcome' in making.data)
    return <NewAccountPage email={making.variables.email.trim()} />
  return (
    <EntryLayout
      title={setup.needed ? texts.title : texts.signUpTitle}
      lead={setup.needed ? texts.lead : texts.signUpLead}
      footer={
        setup.needed && !isSetUp ? undefined : (
          <Anchor renderRoot={(props) => <Link to="/sign-in" {...props} />}>{texts.toSignIn}</Anchor>
        )
      }
    >
      <form onSubmit={form.onSubmit((values) => making.mutate(values))} noValidate>
        <ProblemNote error={making.error} />
        {setup.token_required ? (
          <PasswordField
            label={t.recovery.setup.token}
            description={t.recovery.setup.tokenHint}
            name="token"
            autoComplete="off"
            maxLength={100}
            size="md"
            {...form.getInputProps('token')}
          />
        ) : null}
        <TextInput
          label={t.entry.organization}
          description={t.entry.organizationHint}
          name="organization"
          autoComplete="organization"
          maxLength={100}
          size="md"
          ref={first}
          {...form.getInputProps('organization')}
        />
        <TextInput
          label={t.entry.name}
          description={t.entry.nameHint}
          name="name"
          autoComplete="name"
          maxLength={100}
          size="md"
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t.entry.email}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          size="md"
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
        <Button type="submit" size="md" loading={making.isPending}>
          {texts.action}
        </Button>
      </form>
    </EntryLayout>
  )
}
