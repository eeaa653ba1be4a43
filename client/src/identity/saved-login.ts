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

/** Whether this is a member of the page's custom login. */
export const isCustom = (login: SavedLogin | null | undefined) => login?.startsWith('custom ') === true

/**
 * Forgets a saved custom member other than the one that the page provides.
 * @param stated null: signed out on the page; undefined: not provided
 */
export function forgetOtherMember(savedLogin: SavedLoginStorage, stated: Identity | null | undefined): void {
  const saved = savedLogin.get()
  if (stated !== undefined && isCustom(saved) && saved !== stated) savedLogin.set(undefined)
}

/** Forgets a member after the service has accepted the visitor. */
export function forgetMember(savedLogin: SavedLoginStorage, hasGetToken = false): void {
  const saved = savedLogin.get()
  // A page without getToken says nothing about the custom member of other pages.
  if (!isSignedOut(saved) && (hasGetToken || !isCustom(saved))) savedLogin.set(undefined)
}

/** For tests. */
export function createMemoryLoginStorage(): SavedLoginStorage {
  let saved: SavedLogin | undefined
  return { get: () => saved, set: (login) => void (saved = login) }
}
