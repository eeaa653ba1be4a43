import { Box, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Me } from '@parley/protocol/agent'
import { ApiProblem, problemText } from '../../api/api-problem.ts'
import { api } from '../../api/api.ts'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { agentsQuery, meQuery } from '../../queries/organization-queries.ts'
import { useDraft } from '../../ui/draft.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { newPassword, required } from '../../ui/person-fields.ts'
import { ColorSchemeControl, LanguageSelect } from '../../ui/preferences.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { SavingForm } from '../../ui/saving-form.tsx'
import { Section } from '../../ui/section.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { EmailSection, SessionsSection } from './account-forms.tsx'
import { SendingSection } from './sending-section.tsx'
import { NotificationSettings } from './notification-settings.tsx'

export function ProfilePage() {
  const t = useTexts()
  const texts = t.settings.profile
  const me = useQuery(meQuery)
  return (
    <SettingsPage title={texts.title} lead={texts.lead}>
      <QueryView query={me} skeleton={<FormSkeleton fields={2} />}>
        {({ user }) => (
          <>
            <Section title={texts.person}>
              <PersonForm user={user} />
            </Section>
            <EmailSection email={user.email} />
            <Section title={texts.password} lead={texts.passwordLead}>
              <PasswordForm email={user.email} />
            </Section>
            <SessionsSection />
          </>
        )}
      </QueryView>
      <SendingSection />
      <NotificationSettings />
      <Section title={texts.view} lead={texts.viewLead}>
        <Stack gap="md" align="flex-start">
          <div>
            <div>{t.shell.colorScheme}</div>
            <ColorSchemeControl />
          </div>
          <LanguageSelect />
        </Stack>
      </Section>
    </SettingsPage>
  )
}

function PersonForm({ user }: { user: Me['user'] }) {
  const t = useTexts()
  const texts = t.settings.profile
  const queryClient = useQueryClient()
  const { organization } = useMembership()
  const save = async ({ name }: { name: string }) => {
    await api.post('/v1/auth/update-user', { name: name.trim() })
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
    void queryClient.invalidateQueries({ queryKey: agentsQuery(organization.id).queryKey })
  }
  const draft = useDraft({ name: user.name }, save, { keptAs: 'profile' })
  const empty = draft.value.name.trim() === ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void draft.submit()
      }}
    >
      <Stack gap="md" maw={420}>
        <TextInput
          label={texts.name}
          description={t.entry.nameHint}
          maxLength={100}
          autoComplete="name"
          value={draft.value.name}
          onChange={(event) => draft.change({ name: event.currentTarget.value })}
          error={empty ? t.entry.missing : null}
        />
      </Stack>
      <SaveBar state={draft.state} onDiscard={draft.discard} blocked={empty} />
    </form>
  )
}

function PasswordForm({ email }: { email: string }) {
  const t = useTexts()
  const texts = t.settings.profile
  const form = useForm({
    initialValues: { current: '', next: '' },
    validate: { current: required(t), next: newPassword(t) },
  })
  const changing = useMutation({
    mutationFn: ({ current, next }: { current: string; next: string }) =>
      api.post('/v1/auth/change-password', { currentPassword: current, newPassword: next }),
    onSuccess: () => {
      form.reset()
      notifications.show({ color: 'green', message: texts.changed })
    },
    onError: (error) => {
      if (isWrongPassword(error)) form.setFieldError('current', texts.currentWrong)
      else if (error instanceof ApiProblem && error.code === 'password_weak') {
        form.setFieldError('next', problemText(t, error))
      }
    },
  })
  return (
    <Box maw={420}>
      <SavingForm
        label={texts.change}
        isSaving={changing.isPending}
        onSubmit={() => form.onSubmit((values) => changing.mutate(values))()}
        actions={
          <Button type="submit" loading={changing.isPending} disabled={!form.isDirty()} w="fit-content">
            {texts.change}
          </Button>
        }
      >
        <ProblemNote error={isWrongPassword(changing.error) ? null : changing.error} />
        {/* Password managers store the new password under this name. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={texts.current}
          autoComplete="current-password"
          {...form.getInputProps('current')}
        />
        <PasswordField
          label={texts.next}
          description={t.entry.passwordHint}
          autoComplete="new-password"
          maxLength={200}
          {...form.getInputProps('next')}
        />
      </SavingForm>
    </Box>
  )
}

const isWrongPassword = (error: unknown) =>
  error instanceof ApiProblem && error.code === 'credentials_invalid'
