import type { ErrorCode } from '@parley/protocol/error'
import { hash } from 'node:crypto'
import { p256PublicKey } from './es256.ts'
import { decodeJws, isObject, isSignedWithEs256 } from './jws.ts'

/** Largest accepted difference between the clocks of browser and server (design 4). */
const maxSkewSeconds = 60
const maxProofLength = 4096

export interface ProofInput {
  proof: string
  /** The socket's public address with the scheme http or https. */
  htu: string
  /** Milliseconds. */
  now: number
  /** The socket token sent with the proof. */
  token: string | undefined
}

export type ProofVerdict = { ok: true; jkt: string } | { ok: false; code: ErrorCode }

/** A valid signature uses up the nonce, and `verdict` applies if the nonce is that of the connection (SPEC H5). */
export type ProofReading =
  | { signed: false; code: ErrorCode }
  | { signed: true; nonce: string | null; verdict: ProofVerdict }

/** Verifies a proof of possession of the connection key, except for its nonce (RFC 9449 applied to a socket; SPEC H2-H7, M1). */
export function readProof(input: ProofInput): ProofReading {
  const refused = (code: ErrorCode): ProofReading => ({ signed: false, code })
  const { proof } = input
  if (proof.length > maxProofLength) return refused('proof_malformed')
  const jws = decodeJws(proof)
  if (!jws) return refused('proof_malformed')
  const { header, payload } = jws
  if (header['typ'] !== 'dpop+jwt') return refused('proof_type_invalid')
  if (header['alg'] !== 'ES256') return refused('proof_alg_not_allowed')
  if (header['crit'] !== undefined) return refused('proof_malformed')
  const jwk = publicP256(header['jwk'])
  const key = jwk && p256PublicKey(jwk.x, jwk.y)
  if (!key) return refused('proof_key_not_allowed')
  if (!isSignedWithEs256(proof, key)) return refused('proof_signature_invalid')
  if (!payload) return refused('proof_malformed')
  const code = checkClaims(payload, input)
  const verdict: ProofVerdict = code === null ? { ok: true, jkt: thumbprint(jwk) } : { ok: false, code }
  const { nonce } = payload
  return { signed: true, nonce: typeof nonce === 'string' ? nonce : null, verdict }
}

function checkClaims(
  { htm, htu, jti, iat, ath }: Record<string, unknown>,
  expected: ProofInput,
): ErrorCode | null {
  if (htm !== 'GET' || htu !== expected.htu) return 'proof_target_mismatch'
  if (typeof jti !== 'string' || jti.length < 8 || jti.length > 128) return 'proof_malformed'
  if (typeof iat !== 'number' || Math.abs(iat - expected.now / 1000) > maxSkewSeconds) return 'proof_stale'
  return checkTokenHash(ath, expected.token)
}

/** Binds proof and token together: neither can be replaced or dropped in transit (SPEC M1). */
function checkTokenHash(ath: unknown, token: string | undefined): ErrorCode | null {
  if (token === undefined) return ath === undefined ? null : 'proof_ath_mismatch'
  if (ath === undefined) return 'proof_ath_missing'
  return ath === hash('sha256', token, 'base64url') ? null : 'proof_ath_mismatch'
}

interface P256 {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
}

/**
 * Returns the public key alone, or null for other keys and for one that came with its private part. Coordinates must be
 * in canonical base64url: another spelling of the same key would have another thumbprint.
 */
function publicP256(jwk: unknown): P256 | null {
  if (!isObject(jwk)) return null
  const { kty, crv, x, y, d } = jwk
  if (kty !== 'EC' || crv !== 'P-256' || d !== undefined) return null
  return isCoordinate(x) && isCoordinate(y) ? { kty, crv, x, y } : null
}

const isCoordinate = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^[\w-]{43}$/.test(text) &&
  Buffer.from(text, 'base64url').toString('base64url') === text

/** RFC 7638: the required members of the key in lexicographic order. */
const thumbprint = ({ x, y }: P256): string =>
  hash('sha256', `{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`, 'base64url')
