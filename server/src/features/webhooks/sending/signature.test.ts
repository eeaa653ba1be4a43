import { Webhook } from 'standardwebhooks'
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { signatureHeaders, signingKey } from './signature.ts'

/** Test vectors of the Standard Webhooks libraries. */
const vectors = [
  {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    seconds: 1614265330,
    body: '{"test": 2432232314}',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  {
    secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    id: 'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk',
    seconds: 1649367553,
    body: '{"email":"test@example.com","username":"test_user"}',
    signature: 'v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=',
  },
]

const secret = `whsec_${Buffer.alloc(32, 'k').toString('base64')}`
const seconds = () => Math.floor(Date.now() / 1000)

/** Bodies that change if they are decoded and encoded again. */
const bodies = {
  Turkish: '{"name":"Ayşe Iğdır İstanbul"}',
  emoji: '{"content":"👩‍👩‍👧‍👦 🇹🇷"}',
  'line separators': '{"content":"a\u2028b\u2029c"}',
  'an escaped NUL': '{"content":"\\u0000"}',
  'doubled blanks': '{ "a" :  1 }',
  '40 kB': JSON.stringify({ content: 'ü'.repeat(20_000) }),
}

describe('signing (spec 5.5)', () => {
  test.each(vectors)('matches the official vector $id', (vector) => {
    const body = Buffer.from(vector.body)
    expect(signatureHeaders(vector.id, vector.seconds, body, signingKey(vector.secret))).toEqual({
      'webhook-id': vector.id,
      'webhook-timestamp': String(vector.seconds),
      'webhook-signature': vector.signature,
    })
  })

  test('throws for a secret without a key', () => {
    expect(() => signatureHeaders('e', 1, Buffer.from('{}'), signingKey('whsec_'))).toThrow(
      /no usable secret/,
    )
  })

  test('gives the same signature with and without the prefix of the secret', () => {
    const [vector] = vectors
    if (!vector) throw new Error('no vector')
    const bare = vector.secret.slice('whsec_'.length)
    const headers = signatureHeaders(vector.id, vector.seconds, Buffer.from(vector.body), signingKey(bare))
    expect(headers['webhook-signature']).toBe(vector.signature)
  })

  test.each(Object.entries(bodies))('is accepted by the official library for a body with %s', (_, text) => {
    const headers = signatureHeaders('evt_1', seconds(), Buffer.from(text), signingKey(secret))
    expect(new Webhook(secret).verify(text, headers)).toEqual(JSON.parse(text))
  })

  test.each(Object.entries(bodies))('matches another implementation for a body with %s', (_, text) => {
    const headers = signatureHeaders('evt_1', 1_700_000_000, Buffer.from(text), signingKey(secret))
    const signed = Buffer.concat([Buffer.from('evt_1.1700000000.'), Buffer.from(text)])
    expect(headers['webhook-signature']).toBe(`v1,${computedElsewhere(signed)}`)
  })
})

describe('the official library refuses', () => {
  const body = '{"a":1}'
  const good = () => signatureHeaders('evt_1', seconds(), Buffer.from(body), signingKey(secret))
  const verify = (headers: Record<string, string>, text = body) => new Webhook(secret).verify(text, headers)

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)('a missing %s', (name) => {
    const headers: Record<string, string> = good()
    delete headers[name]
    expect(() => verify(headers)).toThrow(/Missing required headers/)
  })

  test.each([
    ['another id', { 'webhook-id': 'evt_2' }],
    ['no signature after its version', { 'webhook-signature': 'v1,' }],
    ['an unknown version', { 'webhook-signature': good()['webhook-signature'].replace('v1', 'v2') }],
    ['a truncated signature', { 'webhook-signature': good()['webhook-signature'].slice(0, 11) }],
  ])('%s', (_, wrong) => {
    expect(() => verify({ ...good(), ...wrong })).toThrow(/No matching signature/)
  })

  test('a timestamp that is not a number', () => {
    expect(() => verify({ ...good(), 'webhook-timestamp': 'now' })).toThrow(/Invalid Signature Headers/)
  })

  test('a body that differs by one byte', () => {
    expect(() => verify(good(), '{"a":2}')).toThrow(/No matching signature/)
  })

  test.each([
    [-301, /too old/],
    [302, /too new/],
  ])('a timestamp %i s off', (difference, reason) => {
    const headers = signatureHeaders('evt_1', seconds() + difference, Buffer.from(body), signingKey(secret))
    expect(() => verify(headers)).toThrow(reason)
  })

  test('but not a valid signature in second position', () => {
    const list = `v1,${Buffer.alloc(32).toString('base64')} ${good()['webhook-signature']}`
    expect(verify({ ...good(), 'webhook-signature': list })).toEqual({ a: 1 })
  })
})

/** HMAC-SHA256 with the key of `secret` in base64, computed by Python or OpenSSL to cross-check Node. */
function computedElsewhere(bytes: Buffer): string {
  const key = Buffer.alloc(32, 'k').toString('hex')
  const python = spawnSync(
    'python3',
    [
      '-c',
      'import sys,hmac,base64;print(base64.b64encode(hmac.new(bytes.fromhex(sys.argv[1]),sys.stdin.buffer.read(),"sha256").digest()).decode())',
      key,
    ],
    { input: bytes },
  )
  if (python.status === 0) return python.stdout.toString().trim()
  const openssl = spawnSync(
    'openssl',
    ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key}`, '-binary'],
    { input: bytes },
  )
  if (openssl.status === 0) return openssl.stdout.toString('base64')
  throw new Error('Neither python3 nor openssl is available to cross-check the signature')
}
