import type { SocketToken } from './socket-token.ts'

/** Source of a session's socket tokens. Loaded on demand, because most pages have no custom login. */
export interface TokenProvider {
  /**
   * Resolves with the token to connect with: if `getToken` fails, a cached one until it expires. null when there is none or nobody
   * is signed in.
   *
   * @param want.now the service's clock in milliseconds; awaited only if a cached token must be checked
   * @param want.rejected a refused or expiring token: neither cached nor returned
   */
  get: (want: { now: Promise<number>; rejected?: SocketToken | undefined }) => Promise<SocketToken | null>
  /** Calls `renew` before the token expires; null cancels. */
  scheduleRenewal: (token: SocketToken | null, renewal: RenewalOptions) => void
  /** Discards the token in memory and one that is being requested: nobody is signed in. */
  forget: () => void
  close: () => void
}

export interface RenewalOptions {
  /** The service's clock, in milliseconds. */
  now: () => number
  /** Sends a new token to the service. Resolves with false if that failed and should be retried. */
  renew: (expiring: SocketToken) => Promise<boolean>
}

/** Why the page's `getToken` returned no token. null is not a problem: nobody is signed in. */
export type TokenProblem =
  | { code: 'get_token_failed'; error: unknown }
  | { code: 'get_token_timeout' }
  | { code: 'get_token_invalid' }
  /** Not sent, because a frame that is too long closes the socket. */
  | { code: 'token_too_long' }
  /** The token belongs to another user than the page's `user`. */
  | { code: 'get_token_other_user' }
