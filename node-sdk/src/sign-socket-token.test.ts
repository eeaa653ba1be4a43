import { verifyToken } from '@parley/server/features/identity/socket-token'
import { jwtVerify, SignJWT } from 'jose'
import jwt from 'jsonwebtoken'
import { execFileSync } from 'node:child_process'
import { createSecretKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signSocketToken, type SocketTokenOptions } from './sign-socket-token.ts'

const secretKey = `prv_sk_${Buffer.alloc(32, 7).toString('base64url')}`
const providerId = '01890000-0000-7000-8000-000000000001'
const jkt = Buffer.alloc(32, 3).toString('base64url')
const key = Buffer.from(secretKey)
const now = () => Math.floor(Date.now() / 1000)

const good: SocketTokenOptions = { secretKey, providerId, jkt, user: { id: '4711' } }
const sign = (changed: Partial<SocketTokenOptions> = {}) => signSocketToken({ ...good, ...changed })

/** Verifies the token as the service does. */
const verdictOf = (token: string) =>
  verifyToken(token, {
    providerId,
    keys: [{ name: 'live', key: createSecretKey(key) }],
    jkt,
    now: Date.now(),
  })

describe('invalid options throw before anything is signed', () => {
  test('missing key, provider id or jkt: an unset variable signs nothing', () => {
    for (const missing of ['', ' ', undefined, null, 5]) {
      expect(() => sign({ secretKey: missing as string })).toThrow(/secretKey is missing/)
      expect(() => sign({ providerId: missing as string })).toThrow(/providerId is missing/)
      expect(() => sign({ jkt: missing as string })).toThrow(/jkt must be/)
    }
    expect(() => sign({ jkt: `${jkt}=` })).toThrow(TypeError)
  })

  test('missing or invalid user id', () => {
    for (const id of ['', '  ', 'x'.repeat(256), 1.5, Number.NaN, 2 ** 60, undefined, null, {}])
      expect(() => sign({ user: { id: id as string } })).toThrow(/user\.id/)
    expect(() => sign({ user: undefined as never })).toThrow(/user\.id/)
  })

  test('lifetime that is zero, fractional or above one hour', () => {
    for (const expiresIn of [0, -1, 3601, 1.5, Number.NaN])
      expect(() => sign({ expiresIn })).toThrow(/expiresIn/)
  })

  test('error messages contain no secret', () => {
    expect(() => sign({ jkt: 'x' })).not.toThrow(secretKey)
  })
})

describe('a signed token', () => {
  test('is accepted by the service, with every claim', () => {
    const user = {
      id: '4711',
      name: 'Şeyma Öz',
      email: 'seyma@shop.test',
      avatar: 'https://shop.test/s.png',
      language: 'tr',
      attributes: { plan: 'pro', orders: 3, vip: true },
    }
    expect(verdictOf(sign({ user }))).toMatchObject({
      ok: true,
      member: {
        uid: '4711',
        signedWith: 'live',
        profile: {
          name: user.name,
          email: user.email,
          avatar_url: user.avatar,
          language: 'tr',
          attributes: user.attributes,
          ignored: [],
        },
      },
    })
  })

  test('omits claims for missing user fields', () => {
    const token = sign({ user: { id: 5n, name: null, email: undefined as never } })
    const claims = jwt.decode(token) as Record<string, unknown>
    expect(claims).toEqual({
      pid: providerId,
      uid: '5',
      type: 'user',
      cnf: { jkt },
      iat: claims['iat'],
      exp: (claims['iat'] as number) + 3600,
    })
  })

  test('is verified by jose and by jsonwebtoken', async () => {
    const token = sign({ expiresIn: 60 })
    const byJose = await jwtVerify(token, key, { algorithms: ['HS256'] })
    expect(byJose.payload).toMatchObject({ uid: '4711', cnf: { jkt } })
    expect(byJose.protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' })
    const byJsonWebToken = jwt.verify(token, secretKey, { algorithms: ['HS256'] }) as {
      exp: number
      iat: number
    }
    expect(byJsonWebToken.exp - byJsonWebToken.iat).toBe(60)
    expect(() => jwt.verify(token, 'another key')).toThrow('invalid signature')
  })
})

describe('the service accepts tokens created without this package', () => {
  const claims = () => ({
    pid: providerId,
    uid: '4711',
    type: 'user',
    cnf: { jkt },
    name: 'Şeyma',
    iat: now(),
    exp: now() + 3600,
  })

  test('by jose', async () => {
    const token = await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256' }).sign(key)
    expect(verdictOf(token)).toMatchObject({ ok: true, member: { uid: '4711' } })
  })

  test('by jsonwebtoken', () => {
    expect(verdictOf(jwt.sign(claims(), secretKey))).toMatchObject({
      ok: true,
      member: { uid: '4711' },
    })
  })

  test('by hand, with python’s hmac', () => {
    const program = `
import base64, hashlib, hmac, json, sys
secret, claims = sys.argv[1], sys.argv[2]
b64 = lambda b: base64.urlsafe_b64encode(b).rstrip(b"=")
signed = b64(b'{"alg":"HS256","typ":"JWT"}') + b"." + b64(json.dumps(json.loads(claims), ensure_ascii=False).encode())
print((signed + b"." + b64(hmac.new(secret.encode(), signed, hashlib.sha256).digest())).decode())
`
    const token = execFileSync('python3', ['-c', program, secretKey, JSON.stringify(claims())], {
      encoding: 'utf8',
    })
    expect(verdictOf(token.trim())).toMatchObject({ ok: true, member: { profile: { name: 'Şeyma' } } })
  })
})
