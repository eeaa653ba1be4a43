import { Button, Group, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { ownProblemText } from '../api/api-problem.ts'
import { useTexts } from '../i18n/i18n.tsx'
import { useInvalidFocus } from './invalid-focus.ts'
import { useLateFailure } from './late-failure.ts'
import { Modal, ModalStack } from './modal.tsx'
import { UnsavedGuard, UnsavedQuestion } from './unsaved-guard.tsx'

/** A dialog with a form that is saved or cancelled. */
export function FormDialog(props: {
  title: string
  size?: 'lg'
  /** Changes are only discarded after a question, except those that are being saved. */
  dirty?: boolean
  /** Why it was not saved. */
  error: unknown
  /** Texts of the dialog by error code. */
  problems?: Partial<Record<string, string>>
  /** What is wrong with the form. Shown instead of the error. */
  invalid?: string | null
  saveLabel: string
  isSaving: boolean
  /** Not yet, for example because a file is being uploaded. */
  blocked?: boolean
  /**
   * Checks the form, then saves it; undefined if it is invalid. Not called while it is being saved. Close with
   * `mutateAsync(values, { onSuccess: onClose })`: the callbacks of the hook also run after the dialog was closed and would close the
   * next one.
   */
  onSave: () => Promise<unknown> | undefined
  onClose: () => void
  children: ReactNode
}) {
  const texts = useTexts()
  const { actions, shell } = texts
  const { dirty = false, problems = {} } = props
  const [isClosing, setClosing] = useState(false)
  const [editedSinceSave, setEditedSinceSave] = useState(false)
  const lateFailure = useLateFailure(true, props.title, problems)
  const problem = props.invalid ?? (props.error == null ? null : ownProblemText(texts, problems, props.error))
  const focusInvalid = useInvalidFocus(props.isSaving)
  const close = () => {
    if (dirty && (editedSinceSave || !props.isSaving)) setClosing(true)
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
          onChange={() => setEditedSinceSave(true)}
          onSubmit={(event) => {
            event.preventDefault()
            if (props.isSaving) return
            setEditedSinceSave(false)
            void props.onSave()?.catch(lateFailure())
            focusInvalid(event.currentTarget)
          }}
        >
          <Stack gap="md">
            {props.children}
            {problem === null ? null : (
              <Text size="sm" c="red" role="alert">
                {problem}
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
