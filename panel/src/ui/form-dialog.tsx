import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/i18n.tsx'
import { Modal } from './modal.tsx'

/** A dialog with a form that is saved or cancelled. */
export function FormDialog(props: {
  title: string
  size?: 'lg'
  /** A click outside must not discard changes. */
  guarded?: boolean
  /** Why it was not saved. */
  problem: string | null
  saveLabel: string
  isSaving: boolean
  /** Not yet, for example because a file is being uploaded. */
  blocked?: boolean
  /** Checks the form, then saves it. Not called while it is being saved. */
  onSave: () => void
  onClose: () => void
  children: ReactNode
}) {
  const { actions } = useTexts()
  return (
    <Modal
      opened
      onClose={props.onClose}
      {...(props.size !== undefined && { size: props.size })}
      title={props.title}
      closeOnClickOutside={props.guarded !== true}
      closeButtonProps={{ 'aria-label': actions.close }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!props.isSaving) props.onSave()
        }}
      >
        <Stack gap="md">
          {props.children}
          {props.problem === null ? null : (
            <Text size="sm" c="red" role="alert">
              {props.problem}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {actions.cancel}
            </Button>
            <Button type="submit" loading={props.isSaving} disabled={props.blocked === true}>
              {props.saveLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
