import { Alert, Button, Stack, Switch, Text } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MailSettings, MailTest } from '@parley/protocol/mail'
import { useMembership } from '../../context/membership.tsx'
import { useLanguage, useTexts } from '../../i18n/i18n.tsx'
import { mailSettingsQuery, saveMailSettings, sendTestMail } from '../../queries/mail-queries.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Section } from '../../ui/section.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'

/** Whether e-mail works, a test, and what e-mails may contain. */
export function MailSection() {
  const texts = useTexts().mail.settings
  const { organization } = useMembership()
  return (
    <Section anchor="e-mail" title={texts.title} lead={texts.lead}>
      <QueryView query={useQuery(mailSettingsQuery(organization.id))} skeleton={<FormSkeleton fields={1} />}>
        {(settings) => (settings.configured ? <Configured settings={settings} /> : <Missing />)}
      </QueryView>
    </Section>
  )
}

/** What the operator has to set. */
function Missing() {
  const texts = useTexts().mail.settings
  return (
    <Alert
      color="gray"
      maw="72ch"
      title={texts.off}
      icon={<IconInfoCircle size={20} stroke={1.75} aria-hidden />}
    >
      <Stack gap="xs">
        <Text size="sm">{texts.offText}</Text>
        <CodeBlock
          code={
            'PARLEY_SMTP_URL=smtp://user:password@smtp.example.com:587\nPARLEY_MAIL_FROM=Support <support@example.com>'
          }
          copyLabel={texts.copyVariables}
        />
      </Stack>
    </Alert>
  )
}

function Configured({ settings }: { settings: MailSettings }) {
  const texts = useTexts().mail.settings
  const { organization, role } = useMembership()
  const queryClient = useQueryClient()
  const saving = useMutation({
    mutationFn: (notification_previews: boolean) =>
      saveMailSettings(organization.id, { notification_previews }),
    onSuccess: (saved) => queryClient.setQueryData(mailSettingsQuery(organization.id).queryKey, saved),
  })
  const previews = saving.isPending ? saving.variables : settings.notification_previews
  return (
    <Stack gap="lg">
      <Text size="sm">
        {texts.from} <bdi>{settings.from}</bdi>
      </Text>
      <ProblemNote error={saving.error} />
      <Switch
        label={texts.previews}
        description={texts.previewsHint}
        maw="62ch"
        checked={previews}
        onChange={(event) => saving.mutate(event.currentTarget.checked)}
      />
      {role === 'owner' ? <Test /> : null}
    </Stack>
  )
}

function Test() {
  const texts = useTexts().mail.settings
  const { organization } = useMembership()
  const { language } = useLanguage()
  const test = useMutation({ mutationFn: () => sendTestMail(organization.id, { language }) })
  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        {texts.test}
      </Button>
      <ProblemNote error={test.error} />
      {test.data === undefined || test.isPending ? null : <TestResult test={test.data} />}
    </Stack>
  )
}

function TestResult({ test: { result, to, reply } }: { test: MailTest }) {
  const texts = useTexts().mail.settings
  const Icon = result === 'accepted' ? IconCircleCheck : IconAlertCircle
  return (
    <Alert
      role="status"
      color={result === 'accepted' ? 'green' : 'red'}
      maw="72ch"
      icon={<Icon size={20} stroke={1.75} aria-hidden />}
    >
      {texts.results[result](to)}
      {reply === null ? null : ` ${texts.reply(reply)}`}
    </Alert>
  )
}
