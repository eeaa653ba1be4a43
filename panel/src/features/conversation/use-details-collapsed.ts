import { useState } from 'react'

const storageKey = 'parley-details-folded'

/** Whether the details column is folded away on wide screens; this browser remembers it. */
export function useDetailsCollapsed(): [boolean, (folded: boolean) => void] {
  const [folded, setFolded] = useState(read)
  return [
    folded,
    (next) => {
      setFolded(next)
      try {
        localStorage.setItem(storageKey, String(next))
      } catch {
        // Storage may be forbidden: the choice then lasts until the page is left.
      }
    },
  ]
}

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'true'
  } catch {
    return false
  }
}
