import type { SavedLogin } from '@parley/client/identity/saved-login'
import type { Language } from '@parley/protocol/provider'

/**
 * Preferences in localStorage of the page's origin. Written only after the chat was opened or by `logout`, so a page view
 * stores nothing.
 */
export interface Preferences {
  /** A conversation is open: the next page connects without a click, for badge and sound. */
  active?: boolean
  /** Chosen in the menu; overrides page and browser. */
  language?: Language
  muted?: boolean
  /** Unsent text by identity. */
  drafts?: Record<string, string | undefined>
  /** The signed-in identity (client: saved-login.ts). */
  login?: SavedLogin | undefined
  emoji?: string[]
}

const nameOf = (providerId: string) => `parley.${providerId}`

/** Returns no preferences if storage is blocked, full or holds something else. */
export function readPreferences(providerId: string): Preferences {
  try {
    return Object(JSON.parse(localStorage.getItem(nameOf(providerId)) ?? '{}')) as Preferences
  } catch {
    return {}
  }
}

/** Whether another page has just signed the member out. Other changes leave a login that was `out` before. */
export const isSignOut = (providerId: string, { key, oldValue }: Pick<StorageEvent, 'key' | 'oldValue'>) =>
  key === nameOf(providerId) &&
  readPreferences(providerId).login === 'out' &&
  !oldValue?.includes('"login":"out"')

/** Changes only the given keys, because another tab may have written in between. Returns whether they are stored. */
export function writePreferences(providerId: string, change: Preferences): boolean {
  try {
    localStorage.setItem(nameOf(providerId), JSON.stringify({ ...readPreferences(providerId), ...change }))
    return true
  } catch {
    return false
  }
}
