import { useState } from 'react'

const storageKey = 'parley-details-folded'

/** Whether the details column is collapsed on wide screens; stored in this browser. */
export function useDetailsCollapsed(): [boolean, (folded: boolean) => void] {
  const [folded, setFolded] = useState(read)
  return [
    folded,
    (next) => {
      setFolded(next)
      try {
        localStorage.setItem(storageKey, String(next))
      } catch {
        // Storage may be blocked: the choice then lasts until the page is closed.
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
