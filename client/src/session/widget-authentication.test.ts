import 'fake-indexeddb/auto'
import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto'
import { widgetCommands } from '@parley/protocol/upstream'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeDatabase } from '../browser/database.ts'
import { createMemoryLoginStorage } from '../identity/saved-login.ts'
import { FakeServer } from '../testing/fake-server.ts'
import { createTestPlatform, settle, until, type TestPlatform } from '../testing/test-platform.ts'
import { wrongRequests } from '../testing/wire-form.ts'
import { openWidgetSession, type WidgetSession, type WidgetSessionOptions } from './widget-session.ts'

const providerId = '019bff00-0000-7000-8000-000000000001'
const socketUrl = 'wss://support.example/v1/public/socket'

let server: FakeServer
let platform: TestPlatform
let session: WidgetSession

beforeEach(async () => {
  await closeDatabase()
  vi.stubGlobal('indexedDB', new IDBFactory())
  server = new FakeServer()
  platform = createTestPlatform(server.openSocket)
  server.now = platform.now
})

afterEach(() => {
  session.close()
  expect(wrongRequests(server, widgetCommands)).toEqual([])
})

const options = () => ({ providerId, socketUrl, platform, savedLogin: createMemoryLoginStorage() })

async function open(more: Partial<WidgetSessionOptions> = {}) {
  session = openWidgetSession({ ...options(), ...more })
  await until(() => session.state.get().name === 'ready')
}

const decode = (part = ''): Record<string, unknown> & { jwk: JsonWebKey } =>
  JSON.parse(Buffer.from(part, 'base64url').toString())

test('[H1] [H5] [H6] [H7] the challenge is answered with a proof for this nonce, address and server time', async () => {
  // The visitor's clock is a day behind the server's.
  server.now = () => platform.now() + 86_400_000
  await open({ language: 'pt-BR' })
  const [{ params } = { params: null }] = server.requests('connect')
  expect(params).toMatchObject({ provider_id: providerId, language: 'pt-BR' })
  const [header, payload, signature = ''] = params?.proof?.split('.') ?? []
  const { jwk, ...rest } = decode(header)
  expect(Object.keys(jwk).toSorted()).toEqual(['crv', 'kty', 'x', 'y'])
  expect(rest).toEqual({ typ: 'dpop+jwt', alg: 'ES256' })
  expect(decode(payload)).toMatchObject({
    nonce: 'nonce-1',
    htm: 'GET',
    htu: 'https://support.example/v1/public/socket',
    iat: Math.floor(server.now() / 1000),
  })
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${header}.${payload}`)
  const bytes = Buffer.from(signature, 'base64url')
  expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true)
})

test('a clock that was set while connected is corrected when the page becomes visible', async () => {
  await open()
  const { now } = platform
  server.now = now
  server.answers.set('ping', () => ({ server_time: new Date(now()).toISOString() }))
  platform.now = () => now() + 86_400_000
  platform.wake()
  await settle()
  expect(session.serverNow()).toBe(now())
  expect(server.opened).toBe(1)
})

const thumbprint = (index: number) => {
  const { x, y } = decode(server.requests('connect')[index]?.params.proof?.split('.')[0]).jwk
  return createHash('sha256').update(`${x} ${y}`).digest('hex')
}

/** Another page load in the same browser. */
async function reload() {
  session.close()
  await settle()
  await closeDatabase()
  await open()
}

test('[H9] a browser stays the same visitor after a reload, and becomes another when its data is cleared', async () => {
  await open()
  expect(session.keyStorage.get()).toBe('stored')
  await reload()
  expect(thumbprint(1)).toBe(thumbprint(0))
  vi.stubGlobal('indexedDB', new IDBFactory())
  await reload()
  expect(thumbprint(2)).not.toBe(thumbprint(0))
})

test('[H5] an expired nonce is replaced on the same socket', async () => {
  server.refusals.push({ method: 'connect', code: 'nonce_expired' })
  await open()
  expect(server.opened).toBe(1)
  expect(server.received.map(({ method }) => method)).toEqual(['connect', 'session.challenge', 'connect'])
})

test('[O2] a page that the provider does not allow gets a final error', async () => {
  server.refusals.push({ method: 'connect', code: 'origin_not_allowed' })
  session = openWidgetSession(options())
  await until(() => session.state.get().name === 'refused')
  expect(session.state.get()).toEqual({ name: 'refused', code: 'origin_not_allowed' })
  await platform.advance(3_600_000)
  expect(server.opened).toBe(1)
})

test.each([
  ['en-US-u-hc-h12', 'en-US'],
  ['zh-Hant-TW', 'zh-Hant-TW'],
  ['tr', 'tr'],
  ['*', undefined],
  ['abcdefghij', undefined],
])('the language %s is told as %s', async (language, told) => {
  await open({ language })
  expect(server.requests('connect')[0]?.params.language).toBe(told)
})
