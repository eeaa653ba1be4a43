import { useEffect, useRef } from 'react'

/** Focuses a page's first field. Not on touch screens, where the keyboard would cover the page. */
export function useFirstFocus() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  return field
}
