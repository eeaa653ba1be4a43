import type { ErrorCode } from '@parley/protocol/error'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newTestKey, signProof, type TestKey } from '../../testing/test-key.ts'
import {
  baseUrl,
  connectVisitor,
  foundOrganization,
  startTestService,
  widgetHtu,
  type TestOrganization,
  type TestService,
} from '../../testing/test-service.ts'
import pg from 'pg'

let service: TestService
let shop: TestOrganization
let key: TestKey
let now = Date.now()

beforeAll(async () => {
  service = await startTestService({ clock: () => now })
  shop = await foundOrganization(service, 'Shop')
  key = await newTestKey()
})
afterAll(() => service.stop())

async function challenged() {
  const socket = await service.openWidget()
  const { nonce } = await socket.challenge()
  return { socket, nonce }
}

async function refusalOf(makeProof: (nonce: string) => Promise<string> | string): Promise<ErrorCode> {
  const { socket, nonce } = await challenged()
  const { code } = await socket.refused('connect', {
    provider_id: shop.providerId,
    proof: await makeProof(nonce),
  })
  await socket.leave()
  return code
}

describe('a forged proof is refused with its own code', () => {
  test('[H2] no proof', async () => {
    const { socket } = await challenged()
    expect((await socket.refused('connect', { provider_id: shop.providerId })).code).toBe('proof_missing')
    await socket.leave()
  })

  test('[H2] not a compact JWS', async () => {
    expect(await refusalOf(() => 'hello')).toBe('proof_malformed')
    expect(await refusalOf(() => 'a.b.c')).toBe('proof_malformed')
  })

  test('[H2] an unknown critical header', async () => {
    const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: key.publicJwk, crit: ['exp'], exp: 1 }
    const head = Buffer.from(JSON.stringify(header)).toString('base64url')
    expect(await refusalOf(() => `${head}.e30.${'A'.repeat(86)}`)).toBe('proof_malformed')
  })

  test('[H2] another typ', async () => {
    expect(
      await refusalOf((nonce) => signProof(key, { nonce, htu: widgetHtu, header: { typ: 'JWT' } })),
    ).toBe('proof_type_invalid')
  })

  test('[H3] alg none, and an alg that does not fit the key', async () => {
    const unsigned = (alg: string) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ typ: 'dpop+jwt', alg, jwk: key.publicJwk })}.${part({ htm: 'GET' })}.`
    }
    expect(await refusalOf(() => unsigned('none'))).toBe('proof_alg_not_allowed')
    expect(await refusalOf(() => unsigned('HS256'))).toBe('proof_alg_not_allowed')
  })

  test('[H3] a properly signed RS256 proof', async () => {
    const rsa = await generateKeyPair('RS256', { extractable: true })
    const jwk = await exportJWK(rsa.publicKey)
    const proof = (nonce: string) =>
      new SignJWT({ nonce, htm: 'GET', htu: widgetHtu })
        .setProtectedHeader({ typ: 'dpop+jwt', alg: 'RS256', jwk })
        .sign(rsa.privateKey)
    expect(await refusalOf(proof)).toBe('proof_alg_not_allowed')
  })

  test('[H3] a jwk with its private part', async () => {
    expect(
      await refusalOf((nonce) => signProof(key, { nonce, htu: widgetHtu, header: { jwk: key.privateJwk } })),
    ).toBe('proof_key_not_allowed')
  })

  test('[H3] no jwk, a symmetric one, a point that is not on the curve', async () => {
    const zeros = Buffer.alloc(32).toString('base64url')
    for (const jwk of [
      undefined,
      { kty: 'oct', k: zeros },
      { ...key.publicJwk, crv: 'P-384' },
      { ...key.publicJwk, y: zeros },
    ]) {
      const proof = (nonce: string) => signProof(key, { nonce, htu: widgetHtu, header: { jwk } })
      expect(await refusalOf(proof)).toBe('proof_key_not_allowed')
    }
  })

  test('[H4] a signature of another key', async () => {
    const other = await newTestKey()
    expect(
      await refusalOf((nonce) => signProof(other, { nonce, htu: widgetHtu, header: { jwk: key.publicJwk } })),
    ).toBe('proof_signature_invalid')
  })

  test('[H5] the nonce of another connection, and no nonce', async () => {
    const elsewhere = await challenged()
    expect(await refusalOf(() => signProof(key, { nonce: elsewhere.nonce, htu: widgetHtu }))).toBe(
      'nonce_mismatch',
    )
    expect(
      await refusalOf(() => signProof(key, { nonce: '', htu: widgetHtu, payload: { nonce: undefined } })),
    ).toBe('nonce_mismatch')
    await elsewhere.socket.leave()
  })

  test('[H5] a proof that was used before, even if it was refused', async () => {
    const { socket, nonce } = await challenged()
    const wrongTarget = await signProof(key, { nonce, htu: `${baseUrl}/elsewhere` })
    expect((await socket.refused('connect', { provider_id: shop.providerId, proof: wrongTarget })).code).toBe(
      'proof_target_mismatch',
    )
    const right = await signProof(key, { nonce, htu: widgetHtu })
    expect((await socket.refused('connect', { provider_id: shop.providerId, proof: right })).code).toBe(
      'nonce_used',
    )
    await socket.leave()
  })

  test('[H5] a proof replayed on another connection', async () => {
    const first = await challenged()
    const proof = await signProof(key, { nonce: first.nonce, htu: widgetHtu })
    await first.socket.request('connect', { provider_id: shop.providerId, proof })
    expect(await refusalOf(() => proof)).toBe('nonce_mismatch')
    await first.socket.leave()
  })

  test('[H5] a nonce older than 30 s; a new challenge helps', async () => {
    const { socket, nonce } = await challenged()
    now += 31_000
    const iat = Math.floor(now / 1000)
    const late = await signProof(key, { nonce, htu: widgetHtu, payload: { iat } })
    expect((await socket.refused('connect', { provider_id: shop.providerId, proof: late })).code).toBe(
      'nonce_expired',
    )
    const fresh = await socket.request<{ nonce: string }>('session.challenge')
    expect(fresh.nonce).not.toBe(nonce)
    const proof = await signProof(key, { nonce: fresh.nonce, htu: widgetHtu, payload: { iat } })
    await socket.request('connect', { provider_id: shop.providerId, proof })
    now -= 31_000
    await socket.leave()
  })

  test('[H6] another address, another scheme, another method', async () => {
    for (const payload of [
      { htu: 'https://evil.test/v1/public/socket' },
      { htu: widgetHtu.replace('https', 'wss') },
      { htm: 'POST' },
    ]) {
      expect(await refusalOf((nonce) => signProof(key, { nonce, htu: widgetHtu, payload }))).toBe(
        'proof_target_mismatch',
      )
    }
  })

  test('[H7] issued more than a minute ago, or in the future', async () => {
    for (const seconds of [-61, 62]) {
      const iat = Math.floor(now / 1000) + seconds
      expect(await refusalOf((nonce) => signProof(key, { nonce, htu: widgetHtu, payload: { iat } }))).toBe(
        'proof_stale',
      )
    }
    expect(
      await refusalOf((nonce) => signProof(key, { nonce, htu: widgetHtu, payload: { iat: 'now' } })),
    ).toMatch(/proof_(stale|malformed)/)
  })

  test('[H8] the third refusal closes the socket', async () => {
    const { socket } = await challenged()
    for (let i = 0; i < 3; i++) await socket.refused('connect', { provider_id: shop.providerId })
    expect((await socket.closed).code).toBe(4401)
  })

  test('an unknown provider, and a malformed provider id', async () => {
    const { socket } = await challenged()
    const unknown = '01890000-0000-7000-8000-000000000000'
    expect((await socket.refused('connect', { provider_id: unknown, proof: 'a.b.c' })).code).toBe(
      'provider_unknown',
    )
    expect((await socket.refused('connect', { provider_id: 'x' })).code).toBe('invalid_request')
    await socket.leave()
  })
})

describe('which pages may connect', () => {
  test('[O1] an http page is refused at the upgrade, except on localhost', async () => {
    await expect(service.openWidget({ origin: 'http://shop.test' })).rejects.toThrow('403 insecure_origin')
    await expect(service.openWidget({ origin: 'null' })).rejects.toThrow('403 insecure_origin')
    await (await service.openWidget({ origin: 'http://localhost:3000' })).leave()
  })

  test('[O2] an unlisted origin is refused and closed with 4403; a listed one and the service’s own connect', async () => {
    const { cookie, id, providerId } = await foundOrganization(service, 'Strict')
    await service.call('PATCH', `/v1/organizations/${id}/providers/${providerId}`, {
      cookie,
      body: { allowed_origins: ['https://good.test'] },
    })
    const socket = await service.openWidget({ origin: 'https://bad.test' })
    const { nonce } = await socket.challenge()
    const proof = await signProof(key, { nonce, htu: widgetHtu })
    expect((await socket.refused('connect', { provider_id: providerId, proof })).code).toBe(
      'origin_not_allowed',
    )
    expect((await socket.closed).code).toBe(4403)
    const good = await connectVisitor(service, providerId, { socket: { origin: 'https://good.test' } })
    const own = await connectVisitor(service, providerId, { socket: { origin: baseUrl } })
    await Promise.all([good.socket.leave(), own.socket.leave()])
  })

  test('[V2] an upgrade without the subprotocol is refused', async () => {
    await expect(service.openWidget({ protocols: [] })).rejects.toThrow('400 invalid_request')
    await expect(service.openWidget({ protocols: ['chat'] })).rejects.toThrow('400 invalid_request')
  })

  test('[O3] the agent socket requires a session and its own origin', async () => {
    await expect(service.openAgent({})).rejects.toThrow('401 unauthenticated')
    await expect(service.openAgent({ cookie: 'parley.session_token=forged' })).rejects.toThrow(
      '401 unauthenticated',
    )
    await expect(service.openAgent({ cookie: shop.cookie, origin: 'https://evil.test' })).rejects.toThrow(
      '403 origin_not_allowed',
    )
  })

  test('[O5] nothing works before connect, and connect works once', async () => {
    const { socket, nonce } = await challenged()
    for (const [method, params] of [
      ['message.send', { client_id: '01890000-0000-7000-8000-000000000000', content: 'x' }],
      ['message.history', {}],
      ['log.read', { after: 0 }],
      ['chat.clear', {}],
      ['receipt', { read: 1 }],
      ['media.ticket', { name: 'a.png', size: 1 }],
    ] as const) {
      expect((await socket.refused(method, params)).code, method).toBe('not_connected')
    }
    const proof = await signProof(key, { nonce, htu: widgetHtu })
    await socket.request('connect', { provider_id: shop.providerId, proof })
    expect((await socket.refused('connect', { provider_id: shop.providerId, proof })).code).toBe(
      'already_connected',
    )
    await socket.leave()
  })
})

describe('a visitor', () => {
  test('[H1] gets a new nonce of 32 bytes on every connection', async () => {
    const [a, b] = await Promise.all([challenged(), challenged()])
    expect(Buffer.from(a.nonce, 'base64url')).toHaveLength(32)
    expect(a.nonce).not.toBe(b.nonce)
    await Promise.all([a.socket.leave(), b.socket.leave()])
  })

  test('[H9] is identified by the key: the same key is the same customer', async () => {
    const first = await connectVisitor(service, shop.providerId)
    const sent = await first.socket.request<{ customer_id: string }>('message.send', {
      client_id: '01890000-0000-7000-8000-00000000000a',
      content: 'It is me',
    })
    await first.socket.leave()
    const again = await connectVisitor(service, shop.providerId, { key: first.key })
    expect(again.connected.customer_id).toBe(sent.customer_id)
    const stranger = await connectVisitor(service, shop.providerId)
    expect(stranger.connected.customer_id).toBeNull()
    await Promise.all([again.socket.leave(), stranger.socket.leave()])
    expect(first.key.jkt).toBe(await calculateJwkThumbprint(first.key.publicJwk))
  })

  test('[H10] creates no row by connecting', async () => {
    const client = new pg.Client({ connectionString: service.databaseUrl })
    await client.connect()
    const sum = 'select (select count(*) from customer) + (select count(*) from customer_log) as n'
    const count = async () => Number((await client.query<{ n: string }>(sum)).rows[0]?.n)
    const before = await count()
    const { socket } = await connectVisitor(service, shop.providerId)
    await socket.leave()
    expect(await count()).toBe(before)
    await client.end()
  })
})
