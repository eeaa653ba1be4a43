import 'fake-indexeddb/auto'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { closeDatabase } from '../browser/database.ts'
import { loadConnectionKey } from './connection-key.ts'
import { makeProof } from './proof.ts'

beforeEach(async () => {
  await closeDatabase()
  vi.stubGlobal('indexedDB', new IDBFactory())
})

test('the key is the same after a reload, and its private part cannot be exported', async () => {
  const first = await loadConnectionKey()
  await closeDatabase()
  const second = await loadConnectionKey()
  expect(second.jkt).toBe(first.jkt)
  expect(second.stored).toBe(true)
  expect(second.privateKey.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('jwk', second.privateKey)).rejects.toThrow()
})

test('two tabs that create a key at the same time share one', async () => {
  vi.resetModules()
  const otherTab = await import('./connection-key.ts')
  const keys = await Promise.all([loadConnectionKey(), otherTab.loadConnectionKey(), loadConnectionKey()])
  expect(new Set(keys.map(({ jkt }) => jkt)).size).toBe(1)
  expect(keys.every(({ stored }) => stored)).toBe(true)
})

test('a new key is created after browser data is cleared', async () => {
  const first = await loadConnectionKey()
  await closeDatabase()
  vi.stubGlobal('indexedDB', new IDBFactory())
  expect((await loadConnectionKey()).jkt).not.toBe(first.jkt)
})

test('without storage the key is valid for this page only, and this is reported', async () => {
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('Denied', 'SecurityError')
    },
  })
  const key = await loadConnectionKey()
  expect(key.stored).toBe(false)
  expect(key.jkt).toMatch(/^[\w-]{43}$/)
})

test('if storage never responds, a key for this page is created after a timeout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    vi.stubGlobal('indexedDB', { open: () => new EventTarget() })
    const loading = loadConnectionKey()
    await vi.advanceTimersByTimeAsync(3_000)
    expect((await loading).stored).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

test('a browser that cannot store keys (Firefox, private windows) creates a key for this page', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No keys here', 'DataCloneError')
  })
  expect((await loadConnectionKey()).stored).toBe(false)
})

test('[H9] jkt is the RFC 7638 thumbprint of the public key', async () => {
  const { jwk, jkt } = await loadConnectionKey()
  const canonical = `{"crv":"P-256","kty":"EC","x":"${jwk.x}","y":"${jwk.y}"}`
  expect(jkt).toBe(createHash('sha256').update(canonical).digest('base64url'))
})

test('[H2] [H3] [H4] a proof is a compact ES256 JWS with the public key and no secrets', async () => {
  const key = await loadConnectionKey()
  const target = 'https://support.example/v1/public/socket'
  const proof = await makeProof(key, { nonce: 'n-1', target, issuedAt: 1_769_853_600 })
  const [header = '', payload = '', signature = ''] = proof.split('.')
  const parse = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())
  expect(parse(header)).toEqual({ typ: 'dpop+jwt', alg: 'ES256', jwk: { ...key.jwk } })
  expect(parse(payload)).toEqual({
    jti: expect.stringMatching(/^[\w-]{22}$/),
    iat: 1_769_853_600,
    nonce: 'n-1',
    htm: 'GET',
    htu: target,
  })
  const publicKey = createPublicKey({ key: { ...key.jwk }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${payload}`)
  const ok = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(ok).toBe(true)
})
