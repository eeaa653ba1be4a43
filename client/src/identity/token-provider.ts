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
  /** Has `renew` called ahead of the end of a token; null: of none any more. */
  plan: (token: SocketToken | null, renewal: RenewalWay) => void
  /** Nobody is signed in any more. */
  forget: () => Promise<unknown>
  /** Plans nothing any more. */
  close: () => void
}

export interface RenewalWay {
  /** The service's clock, in milliseconds. */
  now: () => number
  /** Brings another token to the service. false: it did not work this time. */
  renew: (soonOver: SocketToken) => Promise<boolean>
}

/** Why the page's `getToken` gave no token, other than by saying null. */
export type TokenProblem =
  | { code: 'get_token_failed'; error: unknown }
  | { code: 'get_token_timeout' }
  | { code: 'get_token_invalid' }
