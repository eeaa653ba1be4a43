import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconMailForward } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '../../api/api.ts'
import { useLanguage, useTexts } from '../../i18n/i18n.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { useFirstFocus } from '../../ui/first-focus.ts'
import { email } from '../../ui/person-fields.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { EntryLayout } from './entry-layout.tsx'

const route = getRouteApi('/forgot-password')

/** Sends a reset link by mail, or explains who can create one. */
export function ForgotPasswordPage() {
  const texts = useTexts().recovery.forgot
  const { setup } = route.useRouteContext()
  const back = <Anchor renderRoot={(props) => <Link to="/sign-in" {...props} />}>{texts.back}</Anchor>
  return setup.mail ? <RequestMail footer={back} /> : <WithoutMail footer={back} />
}

function RequestMail({ footer }: { footer: ReactNode }) {
  const t = useTexts()
  const texts = t.recovery.forgot
  const { language } = useLanguage()
  const first = useFirstFocus()
  const form = useForm({ initialValues: { email: '' }, validate: { email: email(t) } })
  const asking = useMutation({
    mutationFn: (address: string) =>
      api.post('/v1/public/password-resets/request', { email: address, language }),
  })
  if (asking.isSuccess) {
    return (
      <EntryLayout
        title={texts.sent}
        lead={texts.sentText(asking.variables)}
        icon={IconMailForward}
        footer={footer}
      />
    )
  }
  return (
    <EntryLayout title={texts.title} lead={texts.lead} footer={footer}>
      <form onSubmit={form.onSubmit((values) => asking.mutate(values.email.trim()))} noValidate>
        <ProblemNote error={asking.error} />
        <TextInput
          label={t.entry.email}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          size="md"
          ref={first}
          {...form.getInputProps('email')}
        />
        <Button type="submit" size="md" loading={asking.isPending}>
          {texts.action}
        </Button>
      </form>
    </EntryLayout>
  )
}

function WithoutMail({ footer }: { footer: ReactNode }) {
  const texts = useTexts().recovery.forgot
  return (
    <EntryLayout title={texts.title} lead={texts.withoutMail} footer={footer}>
      <Stack gap="sm" mt="md">
        <Text>{texts.operator}</Text>
        <CodeBlock code="parley reset-password you@example.com" copyLabel={texts.copyCommand} />
      </Stack>
    </EntryLayout>
  )
}
