import type { WritableStore } from '@parley/client/state/store'

/**
 * A value in localStorage, shared by the tabs of this browser.
 *
 * @param parse returns the value of stored JSON; of null if nothing is stored
 */
export function createBrowserStore<T>(key: string, parse: (stored: unknown) => T): WritableStore<T> {
  const listeners = new Set<() => void>()
  let text: string | null = null
  let value = parse(null)
  /** A value that could not be stored, because storage is blocked or full. It lasts until the page is closed. */
  let unstored: string | null = null

  function get(): T {
    const current = unstored ?? readText(key)
    if (current === text) return value
    text = current
    value = parse(parseJson(text))
    return value
  }

  return {
    get,
    set(next) {
      if (Object.is(next, get())) return
      const changed = JSON.stringify(next)
      try {
        localStorage.setItem(key, changed)
        unstored = null
      } catch {
        unstored = changed
      }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      const own = () => listener()
      // The key is null if storage was cleared.
      const hear = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener()
      }
      listeners.add(own)
      addEventListener('storage', hear)
      return () => {
        listeners.delete(own)
        removeEventListener('storage', hear)
      }
    },
  }
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
