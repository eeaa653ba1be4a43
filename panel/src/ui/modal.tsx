import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

/** Mantine's dialog. Returns the focus also when it was mounted open, as most of ours are, and is unmounted to close it. */
export function Modal(props: ModalProps) {
  useReturnFocus(props.opened)
  return <MantineModal {...props} />
}

/** Mantine itself returns it only when `opened` changes after the first render. */
function useReturnFocus(opened: boolean): void {
  // The dialog takes the focus after its first render.
  const [opener] = useState(() => (opened ? document.activeElement : null))
  useEffect(() => {
    if (!opened || !(opener instanceof HTMLElement)) return undefined
    return () => {
      setTimeout(() => {
        const { activeElement, body } = document
        // Not if the page has moved the focus elsewhere, for example after a navigation.
        if (activeElement === null || activeElement === body) opener.focus({ preventScroll: true })
      })
    }
  }, [opened, opener])
}

/** Dialogs above each other, each with a `stackId`: only the upper one is shown and reacts to Escape. */
export const ModalStack = MantineModal.Stack
