/** A socket token of custom login (spec 5.3), decoded without verification; only the service verifies it. */
export interface SocketToken {
  text: string
  /** The organization's own user id. */
  uid: string
  /** Milliseconds since 1970, by the service's clock. */
  expires: number
  /** How long before `expires` the token is renewed, in milliseconds. */
  renewAheadMs: number
  /** Read from the cache rather than fetched for this use. */
  cached?: true
}

const maxRenewAheadMs = 120_000

/** The service refuses and lists shorter ones that are too long. With a longer one, the frame could exceed 64 KiB, which closes the socket. */
export const isTooLong = (text: unknown) => typeof text === 'string' && text.length > 32_768

/** Returns undefined for anything that no service would accept. */
export function readToken(text: unknown): SocketToken | undefined {
  if (typeof text !== 'string' || isTooLong(text)) return undefined
  try {
    const payload: unknown = JSON.parse(decode(text.split('.')[1] ?? ''))
    const { uid, exp, iat } = payload as Partial<Record<string, unknown>>
    if (typeof exp !== 'number') return undefined
    const lifetime = typeof iat === 'number' ? (exp - iat) * 1000 : maxRenewAheadMs
    const renewAheadMs = Math.min(maxRenewAheadMs, Math.max(0, lifetime / 4))
    return { text, uid: String(uid), expires: exp * 1000, renewAheadMs }
  } catch {
    return undefined
  }
}

/** base64url of UTF-8. */
function decode(part: string): string {
  const binary = atob(part.replace(/-/g, '+').replace(/_/g, '/'))
  return new TextDecoder().decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)))
}
