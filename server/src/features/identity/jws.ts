import {
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type CryptoKey,
  type JWTPayload,
  type KeyObject,
} from 'jose'

export interface UnverifiedJws {
  header: Record<string, unknown>
  /** null: not a JSON object. Callers report it after the signature, so that a forgery is called one. */
  payload: JWTPayload | null
}

/** jose tolerates padding and white space; tokens must have exactly one spelling. */
const compactForm = /^[\w-]+\.[\w-]*\.[\w-]*$/

/** Decodes a compact JWS (RFC 7515, 7.1) without verifying it. Returns null when it is malformed. */
export function decodeJws(jws: string): UnverifiedJws | null {
  if (!compactForm.test(jws)) return null
  const header = decodeOrNull(() => decodeProtectedHeader(jws))
  return header && { header: { ...header }, payload: decodeOrNull(() => decodeJwt(jws)) }
}

function decodeOrNull<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}

/** Whether `key` made the signature with `alg`. Throws when the key cannot be used. */
export async function isSignedWith(
  jws: string,
  key: CryptoKey | KeyObject,
  alg: 'ES256' | 'HS256',
): Promise<boolean> {
  try {
    await compactVerify(jws, key, { algorithms: [alg] })
    return true
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWSInvalid)
      return false
    throw error
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
