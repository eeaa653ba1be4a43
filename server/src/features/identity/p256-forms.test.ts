import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { derSignature, spkiPem } from './p256-forms.ts'

const jwkOf = (key: ReturnType<typeof createPublicKey>) =>
  key.export({ format: 'jwk' }) as { x: string; y: string }

test('a signature whose numbers are short, zero or high is written as OpenSSL writes it', () => {
  const wide = (hex: string) => Buffer.from(hex.padStart(64, '0'), 'hex')
  const der = (r: string, s: string) => derSignature(Buffer.concat([wide(r), wide(s)])).toString('hex')
  expect(der('01', '7f')).toBe('300602010102017f')
  expect(der('80', '00')).toBe('300702020080020100')
  expect(der('ff'.repeat(32), '00ff')).toBe(`3027022100${'ff'.repeat(32)}020200ff`)
})

test('keys and signatures are the same in both forms, also the rare ones with leading zeros', () => {
  let short = 0
  for (let i = 0; i < 200 || short === 0; i++) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x, y } = jwkOf(publicKey)
    const pem = spkiPem(x, y)
    expect(createPublicKey(pem).export({ format: 'jwk' })).toMatchObject({ x, y })
    const data = Buffer.from(`message ${i}`)
    const signature = sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' })
    if (signature[0] === 0 || signature[32] === 0) short += 1
    expect(verify('sha256', data, pem, derSignature(signature))).toBe(true)
    signature[40] = (signature[40] as number) ^ 1
    expect(verify('sha256', data, pem, derSignature(signature))).toBe(false)
  }
})
