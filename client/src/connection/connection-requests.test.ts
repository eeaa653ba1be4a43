import { beforeEach, expect, test } from 'vitest'
import { createConnection, type Connection } from './connection.ts'
import { FakeServer } from '../testing/fake-server.ts'
import { createTestPlatform, settle, type TestPlatform } from '../testing/test-platform.ts'

let server: FakeServer
let platform: TestPlatform
let connection: Connection

beforeEach(() => {
  server = new FakeServer()
  platform = createTestPlatform(server.openSocket)
})

async function open() {
  connection = createConnection<unknown>({
    platform,
    url: 'wss://support.example/v1/socket',
    secureOnly: false,
    authenticate: (link) => link.request('agent.connect', { organization_id: 'o-1' }),
    onReady: () => {},
    onLost: () => {},
    listeners: {},
  })
  connection.open()
  await settle()
}

const state = () => connection.state.get()

test('a socket lost during the handshake is one failure, not two', async () => {
  server.silent = true
  await open()
  expect(state().name).toBe('authenticating')
  server.close(1006)
  await settle()
  expect(state()).toMatchObject({ name: 'waiting', attempts: 1 })
  await platform.advance(500)
  server.close(1006)
  await settle()
  expect(state()).toMatchObject({ name: 'waiting', attempts: 2 })
})

test('closing during the handshake leaves no timer', async () => {
  server.silent = true
  await open()
  connection.close()
  await settle()
  expect(state().name).toBe('offline')
  expect(platform.timers()).toBe(0)
})

test('a request without a connection fails at once', async () => {
  server.reachable = false
  await open()
  expect(await connection.request('ping', {})).toEqual({ ok: false, code: 'disconnected' })
})

test('an error reaches the caller with its code and retry delay', async () => {
  await open()
  server.refusals.push({ method: 'ping', code: 'rate_limited', retry_after: 700 })
  expect(await connection.request('ping', {})).toMatchObject({
    ok: false,
    code: 'rate_limited',
    retryAfter: 700,
  })
})

test('a request without a response fails after 10 s, and the socket is checked', async () => {
  await open()
  server.silent = true
  const answer = connection.request('log.read', { after: 0 })
  await platform.advance(10_000)
  expect(await answer).toEqual({ ok: false, code: 'timeout' })
  await platform.advance(5_000)
  expect(state().name).toBe('waiting')
})

test('pending requests fail when the socket closes', async () => {
  await open()
  server.silent = true
  const answer = connection.request('log.read', { after: 0 })
  server.close(1006)
  expect(await answer).toEqual({ ok: false, code: 'disconnected' })
})

test('nothing is sent on a closing socket', async () => {
  await open()
  const [end] = server.ends
  end?.send({ jsonrpc: '2.0', method: 'ping', params: { seq: 0 } })
  end?.close(4440)
  await settle()
  expect(state().name).toBe('waiting')
})

test('frames that are invalid JSON or unknown are ignored', async () => {
  await open()
  const [end] = server.ends
  end?.send(['x'])
  end?.send({ jsonrpc: '2.0', method: 'tomorrow.feature', params: {} })
  end?.send({ jsonrpc: '2.0', id: 999, result: {} })
  end?.send({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32700, message: '', data: { code: 'invalid_request' } },
  })
  await settle()
  expect((await connection.request('ping', {})).ok).toBe(true)
})
