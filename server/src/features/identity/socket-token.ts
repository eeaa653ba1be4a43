import type { ErrorCode } from '@parley/protocol/error'
import { maxTokenLength } from '@parley/protocol/session'
import { createHmac, type KeyObject } from 'node:crypto'
import { equalInConstantTime } from '../../core/secrets.ts'
import { isObject, readCompactJws, type CompactJws } from './compact-jws.ts'
import { readProfile, type TokenProfile } from './token-profile.ts'

/** A live secret_key of a provider; `name` tells it from others. */
export interface SigningKey {
  name: string
  key: KeyObject
}

/** What a good socket token says of its member (spec 5.3). */
export interface TokenMember {
  uid: string
  /** Both in seconds. `issuedAt` is an hour before the end when the token does not say. */
  issuedAt: number
  expiresAt: number
  profile: TokenProfile
  /** The key that signed it. */
  signedWith: string
}

/** `pid`: the claim as it stands there, unproven, for the list of login problems. */
export type TokenVerdict =
  | { ok: true; member: TokenMember }
  | { ok: false; code: ErrorCode; pid: string | null }

/** `exp = iat + 3600` (spec 8), and how far the clock of the organization's server may be off. In seconds. */
const lifetime = 3600
const skew = 300

/**
 * Checks a socket token (spec 5.3, 7; SPEC M2-M5). What an integrator gets wrong is named before what an attacker
 * gets wrong: a token of another widget is called that, and not a bad signature.
 * @param expected keys: every live secret_key; jkt: thumbprint of the proof's key; now: milliseconds
 */
export function verifyToken(
  token: string,
  expected: { providerId: string; keys: SigningKey[]; jkt: string; now: number },
): TokenVerdict {
  let pid: string | null = null
  const refused = (code: ErrorCode): TokenVerdict => ({ ok: false, code, pid })
  if (token.length > maxTokenLength) return refused('token_too_long')
  const jws = readCompactJws(token)
  if (!jws) return refused('token_malformed')
  const { header, payload } = jws
  pid = shownText(payload?.['pid'])
  if (header['alg'] !== 'HS256') return refused('token_alg_not_allowed')
  // An extension that must be understood (RFC 7515, 4.1.11): none is.
  if (!payload || header['crit'] !== undefined) return refused('token_malformed')
  if (payload['pid'] !== expected.providerId) return refused('token_pid_mismatch')
  const signedWith = expected.keys.find(({ key }) => isSignedWith(key, jws))?.name
  if (signedWith === undefined) return refused('bad_signature')

  if (payload['type'] !== 'user') return refused('token_type_invalid')
  const { uid, exp, iat } = payload
  if (!isUid(uid)) return refused('token_uid_invalid')
  const timeProblem = checkTimes(exp, iat, expected.now / 1000)
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
      issuedAt: typeof iat === 'number' ? iat : expiresAt - lifetime,
      profile: readProfile(payload),
      signedWith,
    },
  }
}

const isSignedWith = (key: KeyObject, { signed, signature }: CompactJws): boolean =>
  equalInConstantTime(
    createHmac('sha256', key).update(signed).digest('base64url'),
    signature.toString('base64url'),
  )

/** Kept in the database: no NUL, no half of a surrogate pair. */
const isUid = (uid: unknown): uid is string =>
  typeof uid === 'string' && uid.length <= 255 && uid.trim() !== '' && isStorable(uid)

function checkTimes(exp: unknown, iat: unknown, now: number): ErrorCode | null {
  if (exp === undefined || exp === null) return 'token_exp_missing'
  if (!Number.isSafeInteger(exp)) return 'token_exp_invalid'
  const end = exp as number
  if (end <= now) return 'token_expired'
  if (end > now + lifetime + skew) return 'token_exp_too_far'
  // Libraries that leave iat out do no harm: exp alone bounds the token's life.
  if (iat === undefined) return null
  if (!Number.isSafeInteger(iat) || (iat as number) > now + skew) return 'token_iat_invalid'
  return end - (iat as number) > lifetime + skew ? 'token_exp_too_far' : null
}

/** What may be written down of a claim that nobody has proven. */
const shownText = (text: unknown): string | null =>
  typeof text === 'string' && text.length <= 64 && isStorable(text) ? text : null

const isStorable = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text)
