import { Stack } from '@mantine/core'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import classes from './programmatic-focus.module.css'

/**
 * A form whose fields cannot be changed while it is being saved, because it is closed or reset after that. It has the focus
 * meanwhile, which would otherwise go to the body with a disabled button or field.
 */
export function SavingForm(props: {
  /** Accessible name while it has the focus. It is no landmark otherwise. */
  label: string
  isSaving: boolean
  /** Not called while it is being saved. */
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
  /** Problems and buttons below the fields. */
  actions: ReactNode
}) {
  const { isSaving } = props
  const form = useRef<HTMLFormElement>(null)
  /** Where the form was submitted: a field or a button. */
  const submitted = useRef<Element>(null)
  useLayoutEffect(() => {
    const { current: place } = submitted
    if (isSaving) {
      if (place !== null) form.current?.focus({ preventScroll: true })
    } else if (document.activeElement === form.current && place instanceof HTMLElement) {
      place.focus({ preventScroll: true })
    }
  }, [isSaving])
  return (
    <form
      ref={form}
      className={classes.holder}
      noValidate
      tabIndex={-1}
      // A question over the dialog returns the focus to it.
      data-autofocus={isSaving || undefined}
      data-holds-shortcuts={isSaving || undefined}
      aria-label={isSaving ? props.label : undefined}
      aria-busy={isSaving}
      onSubmit={(event) => {
        event.preventDefault()
        if (isSaving) return
        const { activeElement } = document
        submitted.current = event.currentTarget.contains(activeElement) ? activeElement : null
        props.onSubmit(event.currentTarget)
      }}
    >
      <Stack gap="md">
        <Stack gap="md" inert={isSaving}>
          {props.children}
        </Stack>
        {props.actions}
      </Stack>
    </form>
  )
}
