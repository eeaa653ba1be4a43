import type { Challenge, ConnectResult } from '@parley/protocol/session'
import type { Answer } from '../connection/result.ts'
import type { ConnectionKey } from './connection-key.ts'
import { makeProof } from './proof.ts'
import type { Request } from '../connection/requests.ts'
import { proofTarget } from '../connection/socket-address.ts'
import type { SocketToken } from './socket-token.ts'

/** Where a room's timeline stands, for the service to go on from. */
export interface Place {
  seq: number
  customer_id: string
}

export interface Claim {
  key: ConnectionKey
  socketUrl: string
  /** null: as the visitor, or as who signed in with this key by social login. */
  token: SocketToken | null
  place: Place | null
  /** What `connect` says besides. Left out: the socket is connected already. */
  opening?: { provider_id: string; language?: string; chosen_language?: string }
}

/**
 * challenge -> proof -> connect, or session.authenticate on a connected socket (design 4).
 *
 * @param first the challenge, when there is one already
 */
export async function claimIdentity(
  request: Request,
  { key, socketUrl, token, place, opening }: Claim,
  first?: Answer<Challenge>,
): Promise<Answer<ConnectResult>> {
  async function claim(challenge: Answer<Challenge>): Promise<Answer<ConnectResult>> {
    if (!challenge.ok) return challenge
    const { nonce, server_time } = challenge.value
    const proof = await makeProof(key, {
      nonce,
      target: proofTarget(socketUrl),
      issuedAt: Math.floor(Date.parse(server_time) / 1000),
      token: token?.text,
    })
    const params = { proof, ...(token && { token: token.text }), ...(place && { resume: place }) }
    return opening ? request('connect', { ...opening, ...params }) : request('session.authenticate', params)
  }

  const fresh = () => request('session.challenge', {})
  const answer = await claim(first ?? (await fresh()))
  // The key or the token took its time, or the computer slept in between.
  return !answer.ok && answer.code === 'nonce_expired' ? claim(await fresh()) : answer
}
