import type { Who } from '../session/identity-session.ts'

/**
 * What the browser remembers of sign-ins on this widget: who is signed in; `out`: signed out, and the service does
 * not know it yet; `off`: chose to be a visitor, also on pages that know a member.
 */
export type LoginMark = Who | 'out' | 'off'

/** Outlives the page and is read by other tabs. Written at once: a sign-out is often the last that a page does. */
export interface LoginMarks {
  get: () => LoginMark | undefined
  set: (mark: LoginMark | undefined) => void
}

export const isSignedOut = (mark: LoginMark | undefined): mark is 'out' | 'off' =>
  mark === 'out' || mark === 'off'

/** For a page whose browser keeps nothing, and for tests. */
export function marksInMemory(): LoginMarks {
  let left: LoginMark | undefined
  return { get: () => left, set: (mark) => void (left = mark) }
}
