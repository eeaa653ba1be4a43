import type { ErrorCode } from '@parley/protocol/error'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newTestKey, type TestKey } from '../../testing/test-key.ts'
import { connectMember, credentials, secretKeyOf, signToken, tokenClaims } from '../../testing/test-member.ts'
import {
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/test-service.ts'

let service: TestService
let shop: TestOrganization
let secretKey: string
let key: TestKey

beforeAll(async () => {
  service = await startTestService()
  shop = await foundOrganization(service, 'Shop')
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

describe('a stolen valid token', () => {
  test('[M5] replayed from a second browser, with a proof of that browser’s own', async () => {
    const { socket, token } = await connectMember(service, shop.providerId, (jkt) =>
      signToken(secretKey, tokenClaims({ providerId: shop.providerId, jkt })),
    )
    expect(await refusalOf(token, { by: await newTestKey() })).toBe('key_mismatch')
    await socket.leave()
  })

  test('[H5] replayed together with the proof it came with', async () => {
    const token = await signToken(secretKey, claims())
    const first = await service.openWidget()
    const presented = await credentials(key, await first.challenge(), token)
    await first.request('connect', { provider_id: shop.providerId, ...presented })
    const second = await service.openWidget()
    await second.challenge()
    expect((await second.refused('connect', { provider_id: shop.providerId, ...presented })).code).toBe(
      'nonce_mismatch',
    )
    await Promise.all([first.leave(), second.leave()])
  })

  test('[M1] sent with a proof without ath, with the ath of another token, or with a malformed ath', async () => {
    const token = await signToken(secretKey, claims())
    expect(await refusalOf(token, { payload: { ath: undefined } })).toBe('proof_ath_missing')
    const another = await credentials(key, { nonce: '', server_time: new Date().toISOString() }, `${token}x`)
    const [, body = ''] = another.proof.split('.')
    const { ath } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { ath: string }
    for (const wrong of [ath, token, '', null, 1]) {
      expect([wrong, await refusalOf(token, { payload: { ath: wrong } })]).toEqual([
        wrong,
        'proof_ath_mismatch',
      ])
    }
  })

  test('[M1] removed in transit: the proof has its ath', async () => {
    const token = await signToken(secretKey, claims())
    const socket = await service.openWidget()
    const { proof } = await credentials(key, await socket.challenge(), token)
    expect((await socket.refused('connect', { provider_id: shop.providerId, proof })).code).toBe(
      'proof_ath_mismatch',
    )
    await socket.leave()
  })

  test('[H8] the third refused token closes the socket', async () => {
    const socket = await service.openWidget()
    await socket.challenge()
    const token = await signToken(secretKey, claims({ type: undefined }))
    for (let attempt = 0; attempt < 3; attempt++) {
      const challenge = await socket.request<{ nonce: string; server_time: string }>('session.challenge')
      const presented = await credentials(key, challenge, token)
      expect((await socket.refused('connect', { provider_id: shop.providerId, ...presented })).code).toBe(
        'token_type_invalid',
      )
    }
    expect((await socket.closed).code).toBe(4401)
  })
})

describe('a valid token', () => {
  const member = async (changed: Record<string, unknown>) => {
    const { socket, connected } = await connectMember(
      service,
      shop.providerId,
      async () => signToken(secretKey, claims(changed)),
      { key },
    )
    await socket.leave()
    return connected
  }

  test('is accepted with every claim and identifies the member', async () => {
    const exp = now() + 1800
    const connected = await member({
      name: '  Mara  van der Berg ',
      email: 'mara@shop.test',
      avatar: 'https://shop.test/mara.png',
      language: 'pt_BR',
      exp,
    })
    expect(connected).toMatchObject({
      customer_id: null,
      language: 'pt-BR',
      member: {
        name: 'Mara van der Berg',
        email: 'mara@shop.test',
        avatar_url: 'https://shop.test/mara.png',
        auth_provider: 'custom',
        expires_at: new Date(exp * 1000).toISOString().replace('Z', '+00:00'),
        ignored_claims: [],
      },
    })
  })

  test('needs neither iat nor optional claims', async () => {
    const bare = { name: null, email: null, avatar_url: null, ignored_claims: [] }
    expect((await member({ iat: undefined })).member).toMatchObject(bare)
    expect((await member({ name: null, email: '', avatar: null, language: null })).member).toMatchObject(bare)
    expect((await member({ role: 'admin', permissions: [1], nbf: 0, aud: 'x' })).member).toMatchObject(bare)
  })

  test('may be off by up to five minutes', async () => {
    await member({ iat: now() + 290, nbf: now() + 290, exp: now() + 290 + 3600 })
    await member({ iat: now() - 3590, exp: now() + 10 })
  })

  test('[M6] loses invalid optional claims, not the login', async () => {
    const connected = await member({
      name: { first: 'Mara' },
      email: 'not an address',
      avatar: 'javascript:alert(1)',
      language: 'the language of shops',
    })
    expect(connected.member).toMatchObject({ name: null, email: null, avatar_url: null })
    expect(connected.member?.ignored_claims).toEqual(['name', 'email', 'avatar', 'language'])
    expect(connected.language).toBeNull()
    for (const avatar of [
      'http://shop.test/a.png',
      'https://user:pass@shop.test/',
      '/a.png',
      'data:image/png,x',
    ])
      expect((await member({ avatar })).member?.ignored_claims).toEqual(['avatar'])
    for (const name of ['x'.repeat(201), 'a\u0000b', '\ud800', '   '])
      expect((await member({ name })).member?.ignored_claims).toEqual(['name'])
  })
})
