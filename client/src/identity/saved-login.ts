import type { Identity } from '../session/identity-session.ts'

/**
 * The sign-in that this browser remembers for one widget: an identity; `out`: signed out, not yet confirmed by the
 * service; `off`: stays a visitor, even on pages where a member is signed in.
 */
export type SavedLogin = Identity | 'out' | 'off'

/** Shared by the tabs of this origin. Writes are synchronous, because a sign-out is often a page's last action. */
export interface SavedLoginStorage {
  get: () => SavedLogin | undefined
  set: (login: SavedLogin | undefined) => void
}

export const isSignedOut = (login: SavedLogin | undefined): login is 'out' | 'off' =>
  login === 'out' || login === 'off'

/** Storage for pages without one, and for tests. */
export function createMemoryLoginStorage(): SavedLoginStorage {
  let saved: SavedLogin | undefined
  return { get: () => saved, set: (login) => void (saved = login) }
}
