import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import type { ErrorCode } from '@parley/protocol/error'
import type { Secrets } from '../../core/secrets.ts'

/** As long as tokens of custom login (spec 8). */
const lifetimeSeconds = 3600
/** Tells these tokens from those of organizations, which are signed with another key. */
const type = 'mini-app+jwt'

export interface AppTokenClaims {
  /** The widget. */
  pid: string
  /** The member's identity within the widget, for the browser's cache. */
  uid: string
  /** The customer. */
  cid: string
  /** The account whose mini app signed the member in. */
  app: string
  /** Thumbprint of the browser's key. */
  jkt: string
  /** Unix seconds. */
  iat: number
  exp: number
}

export type AppTokenVerdict = { ok: true; claims: AppTokenClaims } | { ok: false; code: ErrorCode }
export type AppTokens = ReturnType<typeof createAppTokens>

/** Socket tokens that the service issues to members of mini apps. */
export function createAppTokens(secrets: Secrets) {
  const key = secrets.key('mini app tokens')
  return {
    sign(claims: Omit<AppTokenClaims, 'iat' | 'exp'>, nowMs: number): Promise<string> {
      const iat = Math.floor(nowMs / 1000)
      const { jkt, ...rest } = claims
      return new SignJWT({ ...rest, cnf: { jkt }, iat, exp: iat + lifetimeSeconds })
        .setProtectedHeader({ alg: 'HS256', typ: type })
        .sign(key)
    },

    /** Whether this claims to be such a token. */
    isOwn(token: string): boolean {
      try {
        return decodeProtectedHeader(token).typ === type
      } catch {
        return false
      }
    },

    async verify(token: string, nowMs: number): Promise<AppTokenVerdict> {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: type,
          currentDate: new Date(nowMs),
        })
        // Signed by `sign`, so the claims have its form.
        const { cnf, ...claims } = payload as unknown as AppTokenClaims & { cnf: { jkt: string } }
        return { ok: true, claims: { ...claims, jkt: cnf.jkt } }
      } catch (error) {
        if (error instanceof errors.JWTExpired) return { ok: false, code: 'token_expired' }
        if (error instanceof errors.JOSEError) return { ok: false, code: 'bad_signature' }
        throw error
      }
    },
  }
}
