import { createPublicKey, verify, type KeyObject } from 'node:crypto'

/*
 * Node also accepts a JWK and the 64 bytes of a JWS signature, but only inside option objects, which it first tries to read as keys.
 * The exceptions that this throws take more than a third of a verification (docs/decisions/libraries.md).
 */

/** SubjectPublicKeyInfo of a P-256 key up to its coordinates (RFC 5480). */
const spkiHead = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex')

/**
 * The public key with these coordinates of a JWK. Returns null when they are not a point of the curve P-256.
 * @param x 32 bytes in base64url
 * @param y 32 bytes in base64url
 */
export function p256PublicKey(x: string, y: string): KeyObject | null {
  const spki = Buffer.concat([spkiHead, Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  try {
    return createPublicKey(
      `-----BEGIN PUBLIC KEY-----\n${spki.toString('base64')}\n-----END PUBLIC KEY-----\n`,
    )
  } catch {
    return null
  }
}

/**
 * Whether `key`, of the curve P-256, signed `input` with ES256. Synchronous: for one signature, the thread pool costs this
 * thread as much as it saves (docs/decisions/libraries.md).
 * @param signature in the form of RFC 7518, 3.4: two integers of 32 bytes
 */
export function isEs256Signature(input: Buffer, signature: Buffer, key: KeyObject): boolean {
  if (signature.length !== 64) return false
  const integers = Buffer.concat([derInteger(signature.subarray(0, 32)), derInteger(signature.subarray(32))])
  return verify('sha256', input, key, Buffer.concat([Buffer.from([0x30, integers.length]), integers]))
}

/** INTEGER (X.690, 8.3): no leading zeros, but a zero byte if the top bit is set. */
function derInteger(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0)
  const digits = bytes.subarray(first < 0 ? -1 : first)
  const sign = (digits[0] as number) < 0x80 ? [] : [0]
  return Buffer.concat([Buffer.from([0x02, sign.length + digits.length, ...sign]), digits])
}
