import { Box, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../../api/api-problem.ts'
import { api } from '../../api/api.ts'
import { useLanguage, useTexts } from '../../i18n/i18n.tsx'
import { meQuery } from '../../queries/organization-queries.ts'
import { readSetup, signOutEverywhere } from '../../session/session.ts'
import { useSignOut } from '../../session/use-sign-out.tsx'
import { permanentNotification } from '../../ui/permanent-notification.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { email as validEmail, required } from '../../ui/person-fields.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { SavingForm } from '../../ui/saving-form.tsx'
import { Section } from '../../ui/section.tsx'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'

/** Changes the agent's own e-mail. Requires the password. */
export function EmailSection({ email }: { email: string }) {
  const t = useTexts()
  const texts = t.recovery.profile
  const { language } = useLanguage()
  const queryClient = useQueryClient()
  const setup = useQuery({ queryKey: ['setup'], queryFn: readSetup, staleTime: 60_000 })
  const form = useForm({
    initialValues: { next: '', password: '' },
    validate: { next: validEmail(t), password: required(t) },
  })
  const changing = useMutation({
    mutationFn: ({ next, password }: { next: string; password: string }) =>
      api.post<{ state: 'confirm' | 'changed' }>('/v1/auth/change-email', {
        email: next.trim(),
        password,
        language,
      }),
    onSuccess: async ({ state }, { next }) => {
      form.reset()
      notifications.show({
        color: 'green',
        message: state === 'changed' ? texts.changed : texts.sent(next.trim()),
        ...(state === 'confirm' && permanentNotification),
      })
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
    },
    onError: (error) => {
      if (isWrongPassword(error)) form.setFieldError('password', t.settings.profile.currentWrong)
    },
  })
  return (
    <Section title={texts.email} lead={setup.data?.mail ? texts.emailLeadMail : texts.emailLead}>
      <UnconfirmedEmail />
      <Box maw={420}>
        <SavingForm
          label={texts.email}
          isSaving={changing.isPending}
          onSubmit={() => form.onSubmit((values) => changing.mutate(values))()}
          actions={
            <Button type="submit" loading={changing.isPending} disabled={!form.isDirty()} w="fit-content">
              {texts.change}
            </Button>
          }
        >
          <ProblemNote error={isWrongPassword(changing.error) ? null : changing.error} />
          <TextInput label={t.settings.profile.email} value={email} readOnly variant="filled" />
          <TextInput
            label={texts.newEmail}
            type="email"
            autoComplete="off"
            inputMode="email"
            {...form.getInputProps('next')}
          />
          <PasswordField
            label={t.entry.password}
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
        </SavingForm>
      </Box>
    </Section>
  )
}

const isWrongPassword = (error: unknown) =>
  error instanceof ApiProblem && error.code === 'credentials_invalid'

export function SessionsSection() {
  const texts = useTexts().recovery.profile
  const leave = useSignOut(signOutEverywhere)
  return (
    <Section title={texts.sessions} lead={texts.sessionsLead}>
      <Button variant="default" w="fit-content" onClick={leave}>
        {texts.signOutEverywhere}
      </Button>
    </Section>
  )
}
