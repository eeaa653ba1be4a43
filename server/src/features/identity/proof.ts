import type { ErrorCode } from '@parley/protocol/error'
import { createHash, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { isObject, readCompactJws, type CompactJws } from './compact-jws.ts'
import { derSignature, spkiPem } from './p256-forms.ts'

/** How far the clocks of browser and server may be apart, in seconds (design 4). */
const maxAge = 60
const maxProofLength = 4096

export type ProofVerdict = { ok: true; jkt: string } | { ok: false; code: ErrorCode }

const refused = (code: ErrorCode): ProofVerdict => ({ ok: false, code })

/**
 * Checks a proof of the connection key (RFC 9449 carried to a socket, SPEC H2-H7, M1). Its nonce belongs to the
 * connection: `checkNonce` gets what the proof says, to compare and to burn.
 * @param expected htu: the socket's public address with http/https scheme; now: milliseconds; token: what came with it
 */
export async function verifyProof(
  proof: string,
  expected: {
    htu: string
    now: number
    token: string | undefined
    checkNonce: (nonce: unknown) => ErrorCode | null
  },
): Promise<ProofVerdict> {
  if (proof.length > maxProofLength) return refused('proof_malformed')
  const jws = readCompactJws(proof)
  if (!jws) return refused('proof_malformed')
  const { header, payload } = jws
  if (header['typ'] !== 'dpop+jwt') return refused('proof_type_invalid')
  if (header['alg'] !== 'ES256') return refused('proof_alg_not_allowed')
  if (header['crit'] !== undefined) return refused('proof_malformed')
  const jwk = publicP256(header['jwk'])
  if (!jwk) return refused('proof_key_not_allowed')
  const signatureProblem = await checkSignature(jwk, jws)
  if (signatureProblem) return refused(signatureProblem)
  if (!payload) return refused('proof_malformed')

  const nonceProblem = expected.checkNonce(payload['nonce'])
  if (nonceProblem) return refused(nonceProblem)
  if (payload['htm'] !== 'GET' || payload['htu'] !== expected.htu) return refused('proof_target_mismatch')
  const { jti, iat } = payload
  if (typeof jti !== 'string' || jti.length < 8 || jti.length > 128) return refused('proof_malformed')
  if (typeof iat !== 'number' || Math.abs(iat - expected.now / 1000) > maxAge) return refused('proof_stale')
  const tokenProblem = checkTokenHash(payload['ath'], expected.token)
  if (tokenProblem) return refused(tokenProblem)
  return { ok: true, jkt: thumbprint(jwk) }
}

/** The proof says which token it came with: neither can be swapped, nor left out on the way (SPEC M1). */
function checkTokenHash(ath: unknown, token: string | undefined): ErrorCode | null {
  if (token === undefined) return ath === undefined ? null : 'proof_ath_mismatch'
  if (ath === undefined) return 'proof_ath_missing'
  return ath === createHash('sha256').update(token).digest('base64url') ? null : 'proof_ath_mismatch'
}

interface P256 {
  x: string
  y: string
}

/**
 * Only the coordinates, and only when no private part came with them. One spelling of each: another spelling of the
 * same key would be another thumbprint.
 */
function publicP256(jwk: unknown): P256 | null {
  if (!isObject(jwk)) return null
  const { kty, crv, x, y, d } = jwk
  if (kty !== 'EC' || crv !== 'P-256' || d !== undefined) return null
  return isCoordinate(x) && isCoordinate(y) ? { x, y } : null
}

const isCoordinate = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^[\w-]{43}$/.test(text) &&
  Buffer.from(text, 'base64url').toString('base64url') === text

/**
 * The slow part of a connect. As PEM and DER, for which Node has a short way: a JWK and a signature in the form of JOSE cost
 * half as much again (125 and 80 us). Off the event loop, which has others to serve when a thousand come back at once.
 */
async function checkSignature({ x, y }: P256, { signed, signature }: CompactJws): Promise<ErrorCode | null> {
  if (signature.length !== 64) return 'proof_signature_invalid'
  try {
    const good = await verifyInThread('sha256', Buffer.from(signed), spkiPem(x, y), derSignature(signature))
    return good ? null : 'proof_signature_invalid'
  } catch {
    // Not a point of the curve.
    return 'proof_key_not_allowed'
  }
}

const verifyInThread = promisify<string, Buffer, string, Buffer, boolean>(verify)

/** RFC 7638: the members that make the key, in the order of the alphabet. */
const thumbprint = ({ x, y }: P256): string =>
  createHash('sha256').update(`{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`).digest('base64url')
