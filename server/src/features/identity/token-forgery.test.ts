import type { ErrorCode } from '@parley/protocol/error'
import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newTestKey, type TestKey } from '../../testing/test-key.ts'
import { credentials, secretKeyOf, signToken, tokenClaims } from '../../testing/test-member.ts'
import {
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/test-service.ts'

let service: TestService
let shop: TestOrganization
let other: TestOrganization
let secretKey: string
let key: TestKey

beforeAll(async () => {
  service = await startTestService()
  shop = await foundOrganization(service, 'Shop')
  other = await foundOrganization(service, 'Other')
  secretKey = await secretKeyOf(service, shop)
  key = await newTestKey()
})
afterAll(() => service.stop())

const claims = (changed: Record<string, unknown> = {}) =>
  tokenClaims({ providerId: shop.providerId, jkt: key.jkt }, changed)
const now = () => Math.floor(Date.now() / 1000)

/** Returns the error code of a connect with this token and a proof of `by`. */
async function refusalOf(
  token: string,
  { by = key, payload = {} }: { by?: TestKey; payload?: Record<string, unknown> } = {},
): Promise<ErrorCode> {
  const socket = await service.openWidget()
  const presented = await credentials(by, await socket.challenge(), token, { payload })
  const { code } = await socket.refused('connect', { provider_id: shop.providerId, ...presented })
  // After a refusal the socket has no identity.
  expect((await socket.refused('message.history')).code).toBe('not_connected')
  await socket.leave()
  return code
}

const refusalOfClaims = async (changed: Record<string, unknown>) =>
  refusalOf(await signToken(secretKey, claims(changed)))

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const mac = (signed: string, by: string | Buffer = secretKey) =>
  `${signed}.${createHmac('sha256', by).update(signed).digest('base64url')}`

describe('[M2] a token that was not signed with the secret_key', () => {
  test('is not a JWT', async () => {
    for (const token of [
      'hello',
      'a.b.c',
      `${part({ alg: 'HS256' })}..`,
      '.',
      `${part([])}.e30.x`,
      '🙂.🙂.🙂',
    ])
      expect([token, await refusalOf(token)]).toEqual([token, 'token_malformed'])
  })

  test('has an encrypted or nested form', async () => {
    expect(await refusalOf('a.b.c.d.e')).toBe('token_malformed')
    const good = await signToken(secretKey, claims())
    expect(await refusalOf(mac(`${part({ alg: 'HS256', cty: 'JWT' })}.${part(good)}`))).toBe(
      'token_malformed',
    )
  })

  test('contains padding, white space or a line end', async () => {
    const good = await signToken(secretKey, claims())
    for (const bad of [`${good}=`, ` ${good}`, `${good}\n`, good.replace('.', '.\n')])
      expect(await refusalOf(bad)).toBe('token_malformed')
  })

  test('has a critical extension', async () => {
    const header = part({ alg: 'HS256', crit: ['b64'], b64: false })
    expect(await refusalOf(mac(`${header}.${part(claims())}`))).toBe('token_malformed')
  })

  test('is signed with alg none', async () => {
    const good = await signToken(secretKey, claims())
    const unsigned = (alg: unknown) => `${part({ alg, typ: 'JWT' })}.${part(claims())}.`
    for (const token of [
      unsigned('none'),
      unsigned('None'),
      unsigned('NONE'),
      unsigned(undefined),
      unsigned(null),
    ])
      expect(await refusalOf(token)).toBe('token_alg_not_allowed')
    // With a valid HS256 signature appended.
    expect(await refusalOf(`${unsigned('none')}${good.split('.')[2]}`)).toBe('token_alg_not_allowed')
  })

  test('is signed with RS256, ES256 or another HMAC', async () => {
    const rsa = await generateKeyPair('RS256')
    const byRsa = await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256' }).sign(rsa.privateKey)
    expect(await refusalOf(byRsa)).toBe('token_alg_not_allowed')
    // The browser has this key: it must not sign its own tokens.
    const byBrowser = await new SignJWT(claims()).setProtectedHeader({ alg: 'ES256' }).sign(key.privateKey)
    expect(await refusalOf(byBrowser)).toBe('token_alg_not_allowed')
    const longer = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS512' })
      .sign(Buffer.from(secretKey.repeat(2)))
    expect(await refusalOf(longer)).toBe('token_alg_not_allowed')
  })

  test('is signed with public values: an RSA key as text, the provider id, the jkt, nothing', async () => {
    const rsa = await generateKeyPair('RS256', { extractable: true })
    const signed = `${part({ alg: 'HS256' })}.${part(claims())}`
    for (const by of [await exportSPKI(rsa.publicKey), shop.providerId, key.jkt, '', '\0'])
      expect(await refusalOf(mac(signed, by))).toBe('bad_signature')
    for (const signature of ['', 'AAAA', 'A'.repeat(43)])
      expect(await refusalOf(`${signed}.${signature}`)).toBe('bad_signature')
  })

  test('contains its own key', async () => {
    const own = Buffer.from('my own key, 32 bytes long or more')
    const jwk = { kty: 'oct', k: own.toString('base64url') }
    const signed = `${part({ alg: 'HS256', jwk, kid: '../../dev/null', jku: 'https://evil.test' })}.${part(claims())}`
    expect(await refusalOf(mac(signed, own))).toBe('bad_signature')
  })

  test('was changed after it was signed', async () => {
    const [header = '', , signature = ''] = (await signToken(secretKey, claims())).split('.')
    expect(await refusalOf(`${header}.${part(claims({ uid: 'admin' }))}.${signature}`)).toBe('bad_signature')
  })

  test('is signed with the key of another provider, of another organization or of the same', async () => {
    expect(await refusalOf(await signToken(await secretKeyOf(service, other), claims()))).toBe(
      'bad_signature',
    )
    const second = await service.call('POST', `/v1/organizations/${shop.id}/providers`, {
      cookie: shop.cookie,
      body: { name: 'Second' },
    })
    const { id: providerId } = second.body as { id: string }
    const itsKey = await secretKeyOf(service, { ...shop, providerId })
    expect(await refusalOf(await signToken(itsKey, claims()))).toBe('bad_signature')
    expect(await refusalOf(await signToken(itsKey, claims({ pid: providerId })))).toBe('token_pid_mismatch')
  })

  test('is for another widget, for none, or for a list of them', async () => {
    for (const pid of [
      other.providerId,
      shop.providerId.toUpperCase(),
      '',
      undefined,
      null,
      1,
      [shop.providerId],
    ])
      expect([pid, await refusalOfClaims({ pid })]).toEqual([pid, 'token_pid_mismatch'])
  })

  test('is longer than 8192 characters', async () => {
    expect(await refusalOfClaims({ name: 'x'.repeat(8192) })).toBe('token_too_long')
  })

  test('[F2] has 10 MB: the frame is not read', async () => {
    const socket = await service.openWidget()
    await socket.challenge()
    const token = `${part({ alg: 'HS256' })}.${'A'.repeat(10 * 1024 * 1024)}.x`
    socket.ws.send(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'connect',
        params: { provider_id: shop.providerId, proof: 'a.b.c', token },
      }),
    )
    expect((await socket.closed).code).toBe(1009)
  })
})

describe('a token with invalid claims', () => {
  test('[M3] type missing or wrong', async () => {
    for (const type of [undefined, null, '', 'User', 'agent', ['user'], true])
      expect([type, await refusalOfClaims({ type })]).toEqual([type, 'token_type_invalid'])
  })

  test('[M3] uid missing, a number, empty, blank, too long, not storable', async () => {
    for (const uid of [
      undefined,
      null,
      4711,
      '',
      '  ',
      'x'.repeat(256),
      'a\u0000b',
      '\ud800',
      ['4711'],
      { id: 1 },
    ])
      expect([uid, await refusalOfClaims({ uid })]).toEqual([uid, 'token_uid_invalid'])
  })

  test('[M4] exp missing', async () => {
    expect(await refusalOfClaims({ exp: undefined })).toBe('token_exp_missing')
    expect(await refusalOfClaims({ exp: null })).toBe('token_exp_missing')
  })

  test('[M4] exp that is not a whole number of seconds', async () => {
    for (const exp of [`${now() + 3600}`, now() + 0.5, '1h', true, [now() + 60], 1e300, -1e300])
      expect([exp, await refusalOfClaims({ exp })]).toEqual([exp, 'token_exp_invalid'])
  })

  test('[M4] exp past', async () => {
    expect(await refusalOfClaims({ exp: now() - 1, iat: now() - 3601 })).toBe('token_expired')
    expect(await refusalOfClaims({ exp: 0 })).toBe('token_expired')
    expect(await refusalOfClaims({ exp: -1 })).toBe('token_expired')
  })

  test('[M4] exp too far: a day, milliseconds, more than an hour after iat', async () => {
    for (const exp of [now() + 86_400, Date.now() + 3_600_000, now() + 3600 + 310])
      expect(await refusalOfClaims({ exp })).toBe('token_exp_too_far')
    expect(await refusalOfClaims({ iat: now() - 86_400, exp: now() + 60 })).toBe('token_exp_too_far')
  })

  test('[M4] iat of the wrong kind, or in the future', async () => {
    for (const iat of [`${now()}`, now() + 310, 1.5, null, Date.now()])
      expect([iat, await refusalOfClaims({ iat })]).toEqual([iat, 'token_iat_invalid'])
  })

  test('[M4] nbf of the wrong type or in the future (RFC 7519, 4.1.5)', async () => {
    for (const nbf of [`${now()}`, now() + 310, 1.5, null, Date.now()])
      expect([nbf, await refusalOfClaims({ nbf })]).toEqual([nbf, 'token_nbf_invalid'])
  })

  test('[M5] cnf or its jkt missing (spec 7)', async () => {
    for (const cnf of [
      undefined,
      null,
      {},
      [],
      'x',
      key.jkt,
      { jkt: null },
      { jkt: '' },
      { jkt: [key.jkt] },
      { jwk: key.publicJwk },
    ])
      expect([cnf, await refusalOfClaims({ cnf })]).toEqual([cnf, 'cnf_missing'])
  })

  test('[M5] jkt of another browser', async () => {
    const elsewhere = await newTestKey()
    expect(await refusalOfClaims({ cnf: { jkt: elsewhere.jkt } })).toBe('key_mismatch')
    expect(await refusalOfClaims({ cnf: { jkt: ` ${key.jkt}` } })).toBe('key_mismatch')
  })
})
