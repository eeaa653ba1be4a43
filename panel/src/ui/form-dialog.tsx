import { Button, Group, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTexts } from '../i18n/i18n.tsx'
import { useInvalidFocus } from './invalid-focus.ts'
import { Modal, ModalStack } from './modal.tsx'
import { UnsavedGuard, UnsavedQuestion } from './unsaved-guard.tsx'

/** A dialog with a form that is saved or cancelled. */
export function FormDialog(props: {
  title: string
  size?: 'lg'
  /** Changes are only discarded after a question. */
  dirty?: boolean
  /** Why it was not saved. */
  problem: string | null
  saveLabel: string
  isSaving: boolean
  /** Not yet, for example because a file is being uploaded. */
  blocked?: boolean
  /**
   * Checks the form, then saves it. Not called while it is being saved. Close with `mutate(values, { onSuccess: onClose })`: the
   * callbacks of the hook also run after the dialog was closed and would close the next one.
   */
  onSave: () => void
  onClose: () => void
  children: ReactNode
}) {
  const { actions, shell } = useTexts()
  const { dirty = false } = props
  const [isClosing, setClosing] = useState(false)
  const focusInvalid = useInvalidFocus(props.isSaving)
  const close = () => {
    if (dirty) setClosing(true)
    else props.onClose()
  }
  return (
    <ModalStack>
      <Modal
        stackId="form"
        opened
        onClose={close}
        {...(props.size !== undefined && { size: props.size })}
        title={props.title}
        closeOnClickOutside={!dirty}
        closeButtonProps={{ 'aria-label': actions.close }}
      >
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (props.isSaving) return
            props.onSave()
            focusInvalid(event.currentTarget)
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
              <Button variant="default" onClick={close}>
                {actions.cancel}
              </Button>
              <Button type="submit" loading={props.isSaving} disabled={props.blocked === true}>
                {props.saveLabel}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      <UnsavedQuestion
        id="unsaved-form"
        opened={isClosing && dirty}
        {...shell.unsavedForm}
        leave={actions.discard}
        onLeave={props.onClose}
        onStay={() => setClosing(false)}
      />
      <UnsavedGuard dirty={dirty} of="dialog" />
    </ModalStack>
  )
}
