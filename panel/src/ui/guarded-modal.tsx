import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTexts } from '../i18n/i18n.tsx'
import { Modal, ModalStack } from './modal.tsx'
import { UnsavedGuard, UnsavedQuestion } from './unsaved-guard.tsx'

/** A dialog that asks before changes in it are discarded, except those that are being saved. */
export function GuardedModal(props: {
  title: string
  size?: 'lg' | undefined
  dirty: boolean
  isSaving: boolean
  /** Not closed while it is being saved, because it shows the result. */
  showsResult?: boolean
  /** Shows what cannot be shown again: neither Escape nor a click outside closes it, and leaving the page asks. */
  once?: boolean
  onClose: () => void
  children: (cancelButton: ReactNode) => ReactNode
}) {
  const { actions, shell } = useTexts()
  const { dirty, isSaving, showsResult = false, once = false, onClose } = props
  const [isClosing, setClosing] = useState(false)
  const isHeld = showsResult && isSaving
  const close = () => {
    if (isHeld) return
    if (dirty && !isSaving) setClosing(true)
    else onClose()
  }
  return (
    <ModalStack>
      <Modal
        stackId="form"
        opened
        // Also called for Escape, because `closeOnEscape` is ignored in a stack.
        onClose={() => {
          if (!once) close()
        }}
        {...(props.size !== undefined && { size: props.size })}
        title={props.title}
        closeOnClickOutside={!dirty && !once}
        closeButtonProps={{
          'aria-label': actions.close,
          disabled: isHeld,
          onClick: () => {
            if (once) close()
          },
        }}
      >
        {props.children(
          <Button variant="default" disabled={isHeld} onClick={close}>
            {actions.cancel}
          </Button>,
        )}
      </Modal>
      <UnsavedQuestion
        id="unsaved-form"
        opened={isClosing && dirty}
        {...shell.unsavedForm}
        leave={actions.discard}
        onLeave={onClose}
        onStay={() => setClosing(false)}
      />
      <UnsavedGuard dirty={dirty || isHeld} of="dialog" stays={showsResult} />
      <UnsavedGuard dirty={once} kind="shownOnce" of="dialog" />
    </ModalStack>
  )
}
