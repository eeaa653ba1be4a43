import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ownProblemText } from '../api/api-problem.ts'
import { useTexts } from '../i18n/i18n.tsx'
import { GuardedModal } from './guarded-modal.tsx'
import { useInvalidFocus } from './invalid-focus.ts'
import { useLateFailure } from './late-failure.ts'
import { SavingForm } from './saving-form.tsx'

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
  const { dirty = false, problems = {} } = props
  const lateFailure = useLateFailure(true, props.title, problems)
  const problem = props.invalid ?? (props.error == null ? null : ownProblemText(texts, problems, props.error))
  const focusInvalid = useInvalidFocus(props.isSaving)
  return (
    <GuardedModal
      title={props.title}
      size={props.size}
      dirty={dirty}
      isSaving={props.isSaving}
      onClose={props.onClose}
    >
      {(cancelButton) => (
        <SavingForm
          label={props.title}
          isSaving={props.isSaving}
          onSubmit={(form) => {
            void props.onSave()?.catch(lateFailure())
            focusInvalid(form)
          }}
          actions={
            <>
              {problem === null ? null : (
                <Text size="sm" c="red" role="alert">
                  {problem}
                </Text>
              )}
              <Group justify="flex-end" gap="xs">
                {cancelButton}
                <Button type="submit" loading={props.isSaving} disabled={props.blocked === true}>
                  {props.saveLabel}
                </Button>
              </Group>
            </>
          }
        >
          {props.children}
        </SavingForm>
      )}
    </GuardedModal>
  )
}
