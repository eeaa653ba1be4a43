import { useEffect, useRef } from 'react'

/** The field in which a page begins. Not on touch screens: the keyboard would cover what there is to read. */
export function useFirstFocus() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  return field
}
