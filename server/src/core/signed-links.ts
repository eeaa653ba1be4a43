import type { KeyObject } from 'node:crypto'
import { equalInConstantTime, hmac, type Secrets } from './secrets.ts'

/**
 * Signed links (design 5): `_hash` is an HMAC over the path and `_expiration` (Unix seconds).
 * Clients may append other query parameters, which are not covered (spec 4.3).
 */
export interface SignedLinks {
  /** Returns path and query, without the base URL. `path` begins with `/`. */
  sign(path: string, expiresAtSeconds: number): string
  verify(
    path: string,
    query: { _expiration?: unknown; _hash?: unknown },
    nowMilliseconds: number,
  ): LinkVerdict
}

/** For the path of a mailed link, which then ends with the address. Does not tell the address. */
export const addressKey = (key: KeyObject, email: string): string =>
  hmac(key, email.toLowerCase()).slice(0, 22)

export const addressKeyPattern = '^[\\w-]{22}$'

export type LinkVerdict = 'valid' | 'link_expired' | 'link_invalid'

export function createSignedLinks(secrets: Secrets): SignedLinks {
  const key = secrets.key('signed links')
  const hash = (path: string, expiration: string) => hmac(key, `${path}\n${expiration}`)
  return {
    sign: (path, expires) => `${path}?_expiration=${expires}&_hash=${hash(path, String(expires))}`,
    verify(path, query, now) {
      const { _expiration: expiration, _hash: given } = query
      if (typeof expiration !== 'string' || typeof given !== 'string') return 'link_invalid'
      if (!/^\d{1,12}$/.test(expiration) || !equalInConstantTime(given, hash(path, expiration)))
        return 'link_invalid'
      return Number(expiration) * 1000 <= now ? 'link_expired' : 'valid'
    },
  }
}
