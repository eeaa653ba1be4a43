import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'
import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import { isEs256Signature } from './es256.ts'

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

/** Whether `key`, of the curve P-256, made the signature with ES256. */
export function isSignedWithEs256(jws: string, key: KeyObject): boolean {
  const { input, signature } = signatureOf(jws)
  return isEs256Signature(input, signature, key)
}

/** Whether `key` made the signature with HS256. */
export function isSignedWithHs256(jws: string, key: KeyObject): boolean {
  const { input, signature } = signatureOf(jws)
  const expected = createHmac('sha256', key).update(input).digest()
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}

/** RFC 7515, 5.2: what is signed is the text before the last dot. */
function signatureOf(jws: string): { input: Buffer; signature: Buffer } {
  const end = jws.lastIndexOf('.')
  return {
    input: Buffer.from(jws.slice(0, end), 'latin1'),
    signature: Buffer.from(jws.slice(end + 1), 'base64url'),
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
