import { useEffect, useState } from 'react'

/** Buttons and summaries cannot have `aria-invalid`. */
const invalid = '[aria-invalid="true"], [data-invalid]'

/**
 * Returns a function to call after each submit of a form. It focuses the first invalid field, which may be scrolled out of view; one
 * that the service rejects when the save ends.
 */
export function useInvalidFocus(isSaving: boolean): (form: HTMLFormElement) => void {
  const [submitted, setSubmitted] = useState<{ form: HTMLFormElement } | null>(null)
  useEffect(() => {
    if (!isSaving) submitted?.form.querySelector<HTMLElement>(invalid)?.focus()
  }, [submitted, isSaving])
  return (form) => setSubmitted({ form })
}
