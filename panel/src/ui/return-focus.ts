import type { ComboboxStore } from '@mantine/core'

/**
 * Call when a list with a search field closes. Focuses its button, unless the focus has left the list: Mantine's `focusTarget()`
 * would also take it from a field whose click closed the list.
 */
export function returnFocus({ searchRef, targetRef }: ComboboxStore): void {
  const dropdown = searchRef.current?.closest('[role=presentation]')
  // After the browser has moved the focus to what was clicked.
  setTimeout(() => {
    const { activeElement, body } = document
    const isLeft = activeElement !== null && activeElement !== body && !dropdown?.contains(activeElement)
    if (!isLeft) targetRef.current?.focus()
  })
}
