import type { ErrorCode } from '@parley/protocol/error'
import { calculateJwkThumbprint, decodeProtectedHeader, errors, importJWK, jwtVerify, type JWK } from 'jose'

/** How far the clocks of browser and server may be apart, in seconds (design 4). */
const maxAge = 60
const maxProofLength = 4096

export type ProofVerdict = { ok: true; jkt: string } | { ok: false; code: ErrorCode }

const refused = (code: ErrorCode): ProofVerdict => ({ ok: false, code })

/**
 * Checks a proof of the connection key (RFC 9449 carried to a socket, SPEC H2-H7) except for its nonce, which
 * belongs to the connection: `nonce` is what the proof says, for the caller to compare and burn.
 * @param expected htu: the socket's public address with http/https scheme; now: milliseconds
 */
export async function verifyProof(
  proof: string,
  expected: { htu: string; now: number; checkNonce: (nonce: unknown) => ErrorCode | null },
): Promise<ProofVerdict> {
  if (proof.length > maxProofLength || !/^[\w-]+\.[\w-]+\.[\w-]*$/.test(proof))
    return refused('proof_malformed')
  let header: ReturnType<typeof decodeProtectedHeader>
  try {
    header = decodeProtectedHeader(proof)
  } catch {
    return refused('proof_malformed')
  }
  if (header.typ !== 'dpop+jwt') return refused('proof_type_invalid')
  if (header.alg !== 'ES256') return refused('proof_alg_not_allowed')
  if (header.crit !== undefined) return refused('proof_malformed')
  const jwk = publicP256(header.jwk)
  if (!jwk) return refused('proof_key_not_allowed')

  let payload: Record<string, unknown>
  try {
    const key = await importJWK(jwk, 'ES256')
    // jose's own clock checks are not used: every refusal has its own code here.
    ;({ payload } = await jwtVerify(proof, key, { algorithms: ['ES256'], currentDate: new Date(0) }))
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return refused('proof_signature_invalid')
    // importJWK and Web Crypto refuse points that are not on the curve with errors of their own.
    if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid)
      return refused('proof_malformed')
    if (error instanceof errors.JWTClaimValidationFailed) return refused('proof_malformed')
    return refused('proof_key_not_allowed')
  }

  const nonceProblem = expected.checkNonce(payload.nonce)
  if (nonceProblem) return refused(nonceProblem)
  if (payload.htm !== 'GET' || payload.htu !== expected.htu) return refused('proof_target_mismatch')
  if (typeof payload.jti !== 'string' || payload.jti.length < 8 || payload.jti.length > 128) {
    return refused('proof_malformed')
  }
  if (typeof payload.iat !== 'number' || Math.abs(payload.iat - expected.now / 1000) > maxAge) {
    return refused('proof_stale')
  }
  return { ok: true, jkt: await calculateJwkThumbprint(jwk, 'sha256') }
}

/** Only the four members that make the thumbprint (RFC 7638), and only when no private part came with them. */
function publicP256(jwk: unknown): JWK | null {
  if (typeof jwk !== 'object' || jwk === null) return null
  const { kty, crv, x, y, d } = jwk as Record<string, unknown>
  if (kty !== 'EC' || crv !== 'P-256' || d !== undefined) return null
  if (typeof x !== 'string' || typeof y !== 'string') return null
  if (!/^[\w-]{43}$/.test(x) || !/^[\w-]{43}$/.test(y)) return null
  return { kty, crv, x, y }
}
