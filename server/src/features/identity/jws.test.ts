import { createHmac, createSecretKey, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSignedWithEs256, isSignedWithHs256 } from './jws.ts'

const input = 'e30.e30'
const withSignature = (signature: Buffer) => `${input}.${signature.toString('base64url')}`

/** Of other lengths than the valid one. */
const resized = (valid: Buffer) => [
  Buffer.alloc(0),
  valid.subarray(0, -1),
  Buffer.concat([valid, Buffer.alloc(1)]),
  Buffer.concat([valid, valid]),
]

test('[H4] an ES256 signature has 64 bytes, and not the form of certificates', () => {
  const { privateKey, publicKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signed = Buffer.from(input)
  const valid = sign('sha256', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' })
  expect(isSignedWithEs256(withSignature(valid), key)).toBe(true)
  const inDer = sign('sha256', signed, { key: privateKey, dsaEncoding: 'der' })
  for (const other of [inDer, Buffer.alloc(64), Buffer.alloc(64, 255), ...resized(valid)])
    expect(isSignedWithEs256(withSignature(other), key)).toBe(false)
  expect(isSignedWithEs256(withSignature(valid).replace('e30', 'e31'), key)).toBe(false)
})

test('[M2] an HS256 signature has 32 bytes', () => {
  const key = createSecretKey(Buffer.from('a secret key of an organization'))
  const valid = createHmac('sha256', key).update(input).digest()
  expect(isSignedWithHs256(withSignature(valid), key)).toBe(true)
  for (const other of [Buffer.alloc(32), ...resized(valid)])
    expect(isSignedWithHs256(withSignature(other), key)).toBe(false)
  expect(isSignedWithHs256(withSignature(valid).replace('e30', 'e31'), key)).toBe(false)
})
