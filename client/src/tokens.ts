import type { SocketToken } from './socket-token.ts'

/** Where a session gets its socket tokens from. A part of its own: most pages have no custom login. */
export interface Tokens {
  /**
   * The token to connect with; null: nobody is signed in, or nobody can say.
   *
   * @param want.now the service's clock in milliseconds; awaited only when there is a cached token to judge
   * @param want.not one that is no good (refused, or soon over) and shall be neither kept nor answered
   */
  get: (want: { now: Promise<number>; not?: SocketToken }) => Promise<SocketToken | null>
  /** Nobody is signed in any more. */
  forget: () => Promise<unknown>
}

/** Why the page's `getToken` gave no token, other than by saying null. */
export type TokenProblem =
  | { code: 'get_token_failed'; error: unknown }
  | { code: 'get_token_timeout' }
  | { code: 'get_token_invalid' }
