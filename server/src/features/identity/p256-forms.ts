/** Forms of P-256 keys and signatures: from those of JOSE (RFC 7518) to those of X.509, which OpenSSL reads as they are. */

/** Everything of a SubjectPublicKeyInfo before the coordinates of an uncompressed point: id-ecPublicKey, prime256v1. */
const spkiPrefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex')

/** @param x, y base64url of 32 bytes each */
export function spkiPem(x: string, y: string): string {
  const spki = Buffer.concat([spkiPrefix, Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return `-----BEGIN PUBLIC KEY-----\n${spki.toString('base64')}\n-----END PUBLIC KEY-----\n`
}

/** r and s, 32 bytes each -> a SEQUENCE of two INTEGERs. */
export function derSignature(signature: Buffer): Buffer {
  const [r, s] = [integer(signature.subarray(0, 32)), integer(signature.subarray(32))]
  return Buffer.concat([Buffer.from([0x30, r.length + s.length]), r, s])
}

/** Without leading zeros, but with one where the first bit would make it negative. */
function integer(bytes: Buffer): Buffer {
  let start = 0
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1
  const body = bytes.subarray(start)
  const sign = (body[0] as number) >= 0x80 ? [0] : []
  return Buffer.concat([Buffer.from([0x02, body.length + sign.length, ...sign]), body])
}
