import type { ErrorCode } from '@parley/protocol/error'
import { maxTokenLength } from '@parley/protocol/session'
import type { KeyObject } from 'node:crypto'
import { decodeJws, isObject, isSignedWithHs256 } from './jws.ts'
import { readProfile, type TokenProfile } from './token-profile.ts'

/** A live secret_key of a provider. `name` identifies it. */
export interface SigningKey {
  name: string
  key: KeyObject
}

/** The member that a valid socket token names (spec 5.3). */
export interface TokenMember {
  uid: string
  /** Unix seconds. A token without `iat` counts as issued one hour before it expires. */
  issuedAt: number
  expiresAt: number
  profile: TokenProfile
  /** Name of the key that signed the token. */
  signedWith: string
}

/** `pid` is the unverified claim, for the list of login problems. */
export type TokenVerdict =
  | { ok: true; member: TokenMember }
  | { ok: false; code: ErrorCode; pid: string | null }

/** `exp = iat + 3600` (spec 8). */
const lifetimeSeconds = 3600
/** Largest accepted error of the clock of the organization's server. */
const maxSkewSeconds = 300

/**
 * Verifies a socket token (spec 5.3, 7; SPEC M2-M5). Mistakes of integrators are reported before those of attackers: a
 * token of another widget is `token_pid_mismatch`, not `bad_signature`.
 * @param expected.keys every live secret_key
 * @param expected.jkt thumbprint of the proof's key
 * @param expected.now milliseconds
 */
export function verifyToken(
  token: string,
  expected: { providerId: string; keys: SigningKey[]; jkt: string; now: number },
): TokenVerdict {
  let pid: string | null = null
  const refused = (code: ErrorCode): TokenVerdict => ({ ok: false, code, pid })
  if (token.length > maxTokenLength) return refused('token_too_long')
  const jws = decodeJws(token)
  if (!jws) return refused('token_malformed')
  const { header, payload } = jws
  pid = shownText(payload?.['pid'])
  if (header['alg'] !== 'HS256') return refused('token_alg_not_allowed')
  // No critical extension is supported (RFC 7515, 4.1.11).
  if (!payload || header['crit'] !== undefined) return refused('token_malformed')
  if (payload['pid'] !== expected.providerId) return refused('token_pid_mismatch')
  const signedWith = expected.keys.find(({ key }) => isSignedWithHs256(token, key))?.name
  if (signedWith === undefined) return refused('bad_signature')

  if (payload['type'] !== 'user') return refused('token_type_invalid')
  // JWTPayload's types are unchecked claims.
  const { uid, exp, iat, nbf } = payload as Record<string, unknown>
  if (!isUid(uid)) return refused('token_uid_invalid')
  const timeProblem = checkTimes({ exp, iat, nbf }, expected.now / 1000)
  if (timeProblem) return refused(timeProblem)
  const jkt = isObject(payload['cnf']) ? payload['cnf']['jkt'] : undefined
  if (typeof jkt !== 'string' || jkt === '') return refused('cnf_missing')
  if (jkt !== expected.jkt) return refused('key_mismatch')
  const expiresAt = exp as number
  return {
    ok: true,
    member: {
      uid,
      expiresAt,
      issuedAt: typeof iat === 'number' ? iat : expiresAt - lifetimeSeconds,
      profile: readProfile(payload),
      signedWith,
    },
  }
}

/** Stored in the database: no NUL, no lone surrogate. */
const isUid = (uid: unknown): uid is string =>
  typeof uid === 'string' && uid.length <= 255 && uid.trim() !== '' && isStorable(uid)

function checkTimes(
  { exp, iat, nbf }: { exp: unknown; iat: unknown; nbf: unknown },
  now: number,
): ErrorCode | null {
  if (exp === undefined || exp === null) return 'token_exp_missing'
  if (!Number.isSafeInteger(exp)) return 'token_exp_invalid'
  const end = exp as number
  if (end <= now) return 'token_expired'
  if (end > now + lifetimeSeconds + maxSkewSeconds) return 'token_exp_too_far'
  // RFC 7519, 4.1.5: a token must not be accepted before nbf, except for clock skew.
  if (nbf !== undefined && (!Number.isSafeInteger(nbf) || (nbf as number) > now + maxSkewSeconds))
    return 'token_nbf_invalid'
  // Some libraries omit iat. exp alone bounds the token's lifetime.
  if (iat === undefined) return null
  if (!Number.isSafeInteger(iat) || (iat as number) > now + maxSkewSeconds) return 'token_iat_invalid'
  return end - (iat as number) > lifetimeSeconds + maxSkewSeconds ? 'token_exp_too_far' : null
}

/** Returns an unverified claim if it is short and storable, else null. */
const shownText = (text: unknown): string | null =>
  typeof text === 'string' && text.length <= 64 && isStorable(text) ? text : null

const isStorable = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text)
