import { epochMs } from '../browser/epoch-ms.ts'
import type { Challenge, ConnectResult } from '@parley/protocol/session'
import type { Params } from '@parley/protocol/upstream'
import type { Result } from '../connection/result.ts'
import type { ConnectionKey } from './connection-key.ts'
import { makeProof } from './proof.ts'
import type { Request } from '../connection/requests.ts'
import { proofTarget } from '../connection/socket-address.ts'
import type { SocketToken } from './socket-token.ts'

/** How far a customer's log is known here; the service resumes from it. */
export interface LogPosition {
  seq: number
  customer_id: string
}

export interface Credentials {
  key: ConnectionKey
  socketUrl: string
  /** null: the visitor, or the member of this key's social login. */
  token: SocketToken | null
  position: LogPosition | null
  /** Further parameters of `connect`. Omitted when the socket is already connected. */
  connectParams?: { provider_id: string; language: string | undefined; chosen_language: string | undefined }
}

/**
 * challenge -> proof -> connect, or session.authenticate on a connected socket (design 4).
 *
 * @param first the challenge, if it was already received
 */
export async function authenticate(
  request: Request,
  { key, socketUrl, token, position, connectParams }: Credentials,
  first?: Result<Challenge>,
): Promise<Result<ConnectResult>> {
  async function attempt(challenge: Result<Challenge>): Promise<Result<ConnectResult>> {
    if (!challenge.ok) return challenge
    const { nonce, server_time } = challenge.value
    const proof = await makeProof(key, {
      nonce,
      target: proofTarget(socketUrl),
      issuedAt: Math.floor(epochMs(server_time) / 1000),
      token: token?.text,
    })
    const params = { proof, ...(token && { token: token.text }), ...(position && { resume: position }) }
    // What is undefined is not sent.
    return connectParams
      ? request('connect', { ...connectParams, ...params } as Params['connect'])
      : request('session.authenticate', params)
  }

  const fresh = () => request('session.challenge', {})
  const result = await attempt(first ?? (await fresh()))
  // Loading the key or the token took too long, or the computer was asleep.
  return !result.ok && result.code === 'nonce_expired' ? attempt(await fresh()) : result
}
