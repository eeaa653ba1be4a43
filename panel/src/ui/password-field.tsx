import { PasswordInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTexts } from '../i18n/i18n.tsx'

/** A password, with the button that shows it. Mantine says of every other field that it is wrong, but not of this one. */
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
