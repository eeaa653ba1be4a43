import type { SavedLogin } from '@parley/client/identity/saved-login'
import type { Language } from '@parley/protocol/provider'

/**
 * What the browser remembers of this visitor's chat, in localStorage of the page's own origin. Written only
 * after the chat was opened; the loader reads it, so that a page view alone leaves nothing behind.
 */
export interface Preferences {
  /** A conversation is going on: the next page connects by itself, so that badge and sound work. */
  active?: boolean
  /** Chosen in the menu; stronger than page and browser. */
  language?: Language
  muted?: boolean
  /** What is typed and not sent yet, by who typed it. */
  drafts?: Record<string, string>
  /** Who is signed in here; see saved-login.ts of the client. */
  login?: SavedLogin | undefined
  emoji?: string[]
}

const nameOf = (providerId: string) => `parley.${providerId}`

/** Storage can be forbidden, full, or hold what somebody else wrote: then there are no preferences. */
export function readPreferences(providerId: string): Preferences {
  try {
    return Object(JSON.parse(localStorage.getItem(nameOf(providerId)) ?? '{}')) as Preferences
  } catch {
    return {}
  }
}

/** Another tab may have written in between: only the given keys change. */
export function writePreferences(providerId: string, change: Preferences): void {
  try {
    localStorage.setItem(nameOf(providerId), JSON.stringify({ ...readPreferences(providerId), ...change }))
  } catch {
    // Nothing is remembered then; the chat itself does not need it.
  }
}
