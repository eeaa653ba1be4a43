import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiProblem } from '../../api/api-problem.ts'
import { api } from '../../api/api.ts'
import { useLanguage, useTexts } from '../../i18n/i18n.tsx'
import { forgetUser } from '../../session/session.ts'
import { useFirstFocus } from '../../ui/first-focus.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { newPassword } from '../../ui/person-fields.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { EntryLayout } from './entry-layout.tsx'
import { LinkRefused } from './link-refused.tsx'

/** The token is in the URL fragment, so that it appears in no server log or Referer header. */
export function ResetPasswordPage() {
  const t = useTexts()
  const texts = t.recovery.reset
  const token = useLocation({ select: ({ hash }) => hash })
  const queryClient = useQueryClient()
  const { language } = useLanguage()
  const [isDone, setDone] = useState(false)
  const account = useQuery({
    queryKey: ['password-reset', token],
    queryFn: () => api.post<{ email: string }>('/v1/public/password-resets/lookup', { token }),
    enabled: token !== '' && !isDone,
    staleTime: Infinity,
    retry: false,
  })
  const setting = useMutation({
    mutationFn: (password: string) =>
      api.post('/v1/public/password-resets/use', { token, password, language }),
    // All sessions have ended, including this browser's.
    onSuccess: () => {
      setDone(true)
      forgetUser(queryClient)
    },
  })

  if (isDone) {
    return (
      <EntryLayout title={texts.done} lead={texts.doneText} icon={IconCircleCheck}>
        <Button mt="lg" renderRoot={(root) => <Link to="/sign-in" {...root} />}>
          {t.entry.signIn.action}
        </Button>
      </EntryLayout>
    )
  }
  if (token === '') return <LinkRefused error={new ApiProblem('reset_invalid')} retry={() => {}} />
  const refusal = account.error ?? (isLinkRefusal(setting.error) ? setting.error : null)
  if (refusal !== null) return <LinkRefused error={refusal} retry={() => void account.refetch()} />
  if (account.data === undefined) {
    return (
      <EntryLayout title={texts.loading}>
        <FormSkeleton fields={1} />
      </EntryLayout>
    )
  }
  return (
    <EntryLayout title={texts.title} lead={texts.lead(account.data.email)}>
      <PasswordForm
        email={account.data.email}
        error={setting.error}
        isBusy={setting.isPending}
        onSubmit={(password) => setting.mutate(password)}
      />
    </EntryLayout>
  )
}

/** After any other error the link still works, and the form can be sent again. */
const isLinkRefusal = (error: unknown) => error instanceof ApiProblem && error.code.startsWith('reset_')

function PasswordForm(props: {
  email: string
  error: unknown
  isBusy: boolean
  onSubmit: (password: string) => void
}) {
  const t = useTexts()
  const texts = t.recovery.reset
  const first = useFirstFocus()
  const form = useForm({ initialValues: { password: '' }, validate: { password: newPassword(t) } })
  return (
    <form onSubmit={form.onSubmit(({ password }) => props.onSubmit(password))} noValidate>
      <ProblemNote error={props.error} />
      {/* Password managers store the new password under this name. */}
      <input type="email" name="email" autoComplete="username" value={props.email} readOnly hidden />
      <PasswordField
        label={texts.password}
        description={t.entry.passwordHint}
        name="password"
        autoComplete="new-password"
        maxLength={200}
        size="md"
        ref={first}
        {...form.getInputProps('password')}
      />
      <Button type="submit" size="md" loading={props.isBusy}>
        {texts.action}
      </Button>
    </form>
  )
}
