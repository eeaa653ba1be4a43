import type { Identity } from '../session/identity-session.ts'

/**
 * The sign-in that this browser remembers for one widget: an identity, or a mark of a sign-out.
 * - `out`: not yet confirmed by the service. All tabs follow it.
 * - `stale`: a page with another user, or with none, has found a member whose token is not yet deleted. No tab follows it: the member may
 *   have signed in after that page was loaded.
 * - `off`: stays a visitor, even on pages where a member is signed in.
 * - `off+`: like `off`, but a code was sent since, and the service may have started its session without our knowledge.
 */
export type SavedLogin = Identity | SignOutMark
type SignOutMark = 'out' | 'stale' | 'off' | 'off+'

/** Shared by the tabs of this origin. Writes are synchronous, because a sign-out is often a page's last action. */
export interface SavedLoginStorage {
  get: () => SavedLogin | undefined
  set: (login: SavedLogin | undefined) => void
}

/** Marks have no space. */
export const isIdentity = (login: SavedLogin | undefined): login is Identity => / /.test(login ?? '')

export const isSignedOut = (login: SavedLogin | undefined): login is SignOutMark =>
  login !== undefined && !isIdentity(login)

/** Whether the chat stays a visitor's until the next sign-in in this widget. */
export const staysVisitor = (login: SavedLogin | undefined) => login?.startsWith('off')

/** Whether this is a member of the page's custom login. */
export const isCustom = (login: SavedLogin | null | undefined) => login?.startsWith('custom ')

/**
 * Forgets a custom member other than the one that the page provides. Pages that do not provide one must not use the former member's
 * token, even if this page is left before it is deleted.
 * @param stated null: signed out on the page; undefined: not provided
 */
export function forgetOtherMember(savedLogin: SavedLoginStorage, stated: Identity | null | undefined): void {
  const saved = savedLogin.get()
  // Without a saved login there may still be a token: the site may have cleared its storage when the member signed out.
  const mayHaveToken = isCustom(saved) || !(saved || stated)
  if (stated !== undefined && mayHaveToken && saved !== stated) savedLogin.set('stale')
}

/** Forgets a member after the service has accepted the visitor. */
export function forgetMember(savedLogin: SavedLoginStorage, hasGetToken: boolean | undefined): void {
  const saved = savedLogin.get()
  if (saved === 'off+') savedLogin.set('off')
  // A page without getToken says nothing about the custom member of other pages.
  else if (isIdentity(saved) && (hasGetToken || !isCustom(saved))) savedLogin.set(undefined)
}

/** For tests. */
export function createMemoryLoginStorage(): SavedLoginStorage {
  let saved: SavedLogin | undefined
  return { get: () => saved, set: (login) => void (saved = login) }
}
