import type { ConnectResult } from '@parley/protocol/session'
import type { FailureCode, Result } from '../connection/result.ts'
import type { CustomLogin } from '../identity/custom-login.ts'
import { authenticate, type Credentials } from '../identity/authentication.ts'
import type { ConnectionKey } from '../identity/connection-key.ts'
import type { Link } from '../connection/link.ts'
import { isCustom, isIdentity, type SavedLoginStorage } from '../identity/saved-login.ts'
import type { Identity } from './identity-session.ts'
import type { SocketToken } from '../identity/socket-token.ts'
import type { IdentitySessions } from './identity-sessions.ts'

/** Result of authenticating a socket, and the token that it was authenticated with. */
export interface Authenticated {
  result: ConnectResult
  token: SocketToken | null
}

export interface AuthenticatorOptions {
  key: Promise<ConnectionKey>
  socketUrl: string
  connectParams: () => NonNullable<Credentials['connectParams']>
  savedLogin: SavedLoginStorage
  login: CustomLogin
  identities: Pick<IdentitySessions, 'identity' | 'show' | 'positionOf'>
  /** Sets the service's clock and returns its time in milliseconds. */
  setClock: (serverTime: string) => number
}

/**
 * Returns the function that authenticates each new socket (design 4): as the member of the page's token, as the member
 * of a social login, else as the visitor. A refused token falls back to the visitor.
 */
export function createAuthenticator(
  options: AuthenticatorOptions,
): (link: Link) => Promise<Result<Authenticated>> {
  const { savedLogin, login, identities, socketUrl } = options
  /** The server's log ends before our position: the next attempt asks for a snapshot. */
  let needsSnapshot = false

  return async (link) => {
    const challenge = link.challenge()
    // Awaited only if there is a token; without a challenge the attempt fails anyway.
    const now = challenge.then((result) => (result.ok ? options.setClock(result.value.server_time) : 0))
    const key = await options.key
    const connectParams = options.connectParams()
    let first: Awaited<typeof challenge> | undefined = await challenge
    /** Set when the socket was already authenticated as the visitor in order to sign a member out. */
    let visitor: Result<ConnectResult> | undefined

    async function attempt(token: SocketToken | null): Promise<Result<ConnectResult>> {
      if (!token && visitor) return visitor
      const position = needsSnapshot ? null : identities.positionOf(identityWith(token, savedLogin))
      const credentials = { key, socketUrl, token, position, ...(!visitor && { connectParams }) }
      const result = await authenticate(link.request, credentials, first)
      first = undefined
      needsSnapshot = result.ok
        ? position !== null &&
          result.value.customer_id === position.customer_id &&
          result.value.seq < position.seq
        : result.code === 'too_far_ahead'
      return needsSnapshot ? { ok: false, code: 'too_far_ahead' } : result
    }

    const saved = savedLogin.get()
    if (saved === 'out' || saved === 'off') {
      // The sign-out takes effect before any of the member's data can be shown.
      let result = await attempt(null)
      if (result.ok && result.value.member) result = await link.request('session.logout', {})
      if (!result.ok) return result
      await login.clearCache('out')
      visitor = result
    }
    let token = await login.fetch(now)
    // With a token the identity is known only after the service has verified it.
    if (!token && identities.identity.get() === null) identities.show(identityWith(null, savedLogin))
    let result = await attempt(token)
    for (let retried = false; !result.ok && token && refusesToken(result.code); retried = true) {
      // A cached token may be outdated, so a fresh one is tried once.
      const retry = !retried && token.cached && result.code !== 'account_closed'
      token = retry ? await login.fetch(now, token) : await login.reject(result)
      result = await attempt(token)
    }
    return result.ok ? { ok: true, value: { result: result.value, token } } : result
  }
}

/** The identity that this token, or else the saved login, claims. */
export function identityWith(token: SocketToken | null, savedLogin: SavedLoginStorage): Identity {
  if (token) return `custom ${token.uid}`
  const saved = savedLogin.get()
  return isIdentity(saved) && !isCustom(saved) ? saved : 'visitor'
}

/** Whether the socket token itself was refused; without it the browser is accepted as the visitor. */
export const refusesToken = (code: FailureCode) =>
  /^(token|bad_sig|cnf|key_mis|account|proof_ath|mini)/.test(code)

/** A custom member is identified by the organization's user id, a social member by the customer id. */
export function identityOf({ member, customer_id }: ConnectResult, token: SocketToken | null): Identity {
  if (!member) return 'visitor'
  return token ? `custom ${token.uid}` : `${member.auth_provider} ${customer_id}`
}
