import { useRef } from 'react'
import { flushSync } from 'react-dom'

/** Changes of a list of rows without identity. The focus of a removed last row goes to the button that adds one. */
export function useRowList<T>(rows: T[], onChange: (rows: T[]) => void) {
  const addButton = useRef<HTMLButtonElement>(null)
  return {
    addButton,
    change: (index: number, part: Partial<T>) =>
      onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row))),
    remove(index: number) {
      flushSync(() => onChange(rows.filter((_, at) => at !== index)))
      // The button may be hidden until the list has room again.
      if (document.activeElement === document.body) addButton.current?.focus({ preventScroll: true })
    },
  }
}
