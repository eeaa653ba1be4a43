import { PasswordInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTexts } from '../i18n/i18n.tsx'

/** A password field with a visibility toggle. Sets aria-invalid, which Mantine omits here. */
export function PasswordField(props: ComponentProps<typeof PasswordInput>) {
  const { actions } = useTexts()
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': actions.reveal }}
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  )
}
