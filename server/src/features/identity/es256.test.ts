import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isEs256Signature, p256PublicKey } from './es256.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const input = Buffer.from('e30.e30')
const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
const newSignature = () => sign('sha256', input, { key: privateKey, dsaEncoding: 'ieee-p1363' })

function signatureWith(isWanted: (signature: Buffer) => boolean): Buffer {
  for (;;) {
    const signature = newSignature()
    if (isWanted(signature)) return signature
  }
}

describe('[H4] a signature is accepted whose', () => {
  const kinds: [string, (integer: Buffer) => boolean][] = [
    ['has its top bit set', ([first = 0]) => first >= 0x80],
    ['has its top bit clear', ([first = 0]) => first > 0 && first < 0x80],
    ['is shorter than 32 bytes', ([first = 0, second = 0]) => first === 0 && second < 0x80],
    ['is shorter and has its top bit set', ([first = 0, second = 0]) => first === 0 && second >= 0x80],
  ]
  for (const [kind, isOfKind] of kinds)
    for (const [integer, from] of [
      ['first', 0],
      ['second', 32],
    ] as const)
      test(`${integer} integer ${kind}`, () => {
        const signature = signatureWith((one) => isOfKind(one.subarray(from, from + 32)))
        expect(isEs256Signature(input, signature, publicKey)).toBe(true)
        signature[from + 31] = (signature[from + 31] as number) ^ 1
        expect(isEs256Signature(input, signature, publicKey)).toBe(false)
      })
})

test('[H3] coordinates become the key of their JWK', () => {
  expect(p256PublicKey(x, y)?.equals(publicKey)).toBe(true)
})

test('[H3] coordinates that are not a point of the curve are no key', () => {
  const coordinate = (byte: number) => Buffer.alloc(32, byte).toString('base64url')
  for (const [otherX, otherY] of [
    [y, x],
    [x, x],
    [coordinate(0), coordinate(0)],
    [coordinate(255), coordinate(255)],
  ] as const)
    expect(p256PublicKey(otherX, otherY)).toBeNull()
})
