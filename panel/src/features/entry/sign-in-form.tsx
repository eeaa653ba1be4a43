import { Anchor, Button, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { signIn } from '../../session/session.ts'
import { useFirstFocus } from '../../ui/first-focus.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { email, required } from '../../ui/person-fields.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'

export function SignInForm(props: { email?: string; onSignedIn: () => Promise<unknown> }) {
  const texts = useTexts()
  const queryClient = useQueryClient()
  const first = useFirstFocus()
  const later = useRef<HTMLInputElement>(null)
  const isKnown = props.email !== undefined
  const password = isKnown ? first : later
  const form = useForm({
    initialValues: { email: props.email ?? '', password: '' },
    validate: { email: email(texts), password: required(texts) },
  })
  const entering = useMutation({
    mutationFn: (values: { email: string; password: string }) =>
      signIn(queryClient, values.email.trim(), values.password),
    onSuccess: () => props.onSignedIn(),
    // The e-mail may be right: clear the password only.
    onError: () => {
      form.setFieldValue('password', '')
      password.current?.focus()
    },
  })

  return (
    <form onSubmit={form.onSubmit((values) => entering.mutate(values))} noValidate>
      <ProblemNote error={entering.error} />
      <TextInput
        label={texts.entry.email}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        size="md"
        ref={isKnown ? undefined : first}
        {...form.getInputProps('email')}
      />
      <PasswordField
        label={texts.entry.password}
        name="password"
        autoComplete="current-password"
        ref={password}
        size="md"
        {...form.getInputProps('password')}
      />
      <Button type="submit" size="md" loading={entering.isPending}>
        {texts.entry.signIn.action}
      </Button>
      <Text size="sm" ta="center">
        <Anchor inherit renderRoot={(root) => <Link to="/forgot-password" {...root} />}>
          {texts.recovery.forgotLink}
        </Anchor>
      </Text>
    </form>
  )
}
