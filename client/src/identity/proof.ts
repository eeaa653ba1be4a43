import { toJson } from '../browser/to-json.ts'
import { base64url } from './base64url.ts'
import type { ConnectionKey } from './connection-key.ts'

export interface ProofInput {
  /** From the challenge of this connection. */
  nonce: string
  /** See socket-address.ts. */
  target: string
  /** Seconds since 1970 on the server's clock, as read from the challenge; the local clock may be wrong. */
  issuedAt: number
  /** The socket token sent with the proof; the proof contains its hash. */
  token?: string | undefined
}

/** Returns the proof of the connection key: a compact JWS (protocol/src/session.ts, RFC 9449 on a socket). */
export async function makeProof(key: ConnectionKey, input: ProofInput): Promise<string> {
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: key.jwk }
  const payload = {
    jti: base64url(crypto.getRandomValues(new Uint8Array(16)).buffer),
    iat: input.issuedAt,
    nonce: input.nonce,
    htm: 'GET',
    htu: input.target,
    ...(input.token !== undefined && {
      ath: base64url(await crypto.subtle.digest('SHA-256', bytes(input.token))),
    }),
  }
  const signed = `${base64url(toJson(header))}.${base64url(toJson(payload))}`
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    key.privateKey,
    bytes(signed),
  )
  return `${signed}.${base64url(signature)}`
}

const bytes = (text: string) => new TextEncoder().encode(text)
