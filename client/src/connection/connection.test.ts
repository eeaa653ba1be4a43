import { beforeEach, expect, test } from 'vitest'
import type { Result } from './result.ts'
import { createConnection, type Connection } from './connection.ts'
import type { ConnectionState } from './connection-state.ts'
import type { Link } from './link.ts'
import { FakeServer } from '../testing/fake-server.ts'
import { createTestPlatform, settle, type TestPlatform } from '../testing/test-platform.ts'

let server: FakeServer
let platform: TestPlatform
let connection: Connection
let names: string[]
let lost: number

beforeEach(() => {
  server = new FakeServer()
  platform = createTestPlatform(server.openSocket)
  names = []
  lost = 0
})

const connectAgent = (link: Link): Promise<Result<unknown>> =>
  link.request('agent.connect', { organization_id: 'o-1' })

async function open(authenticate = connectAgent, secureOnly = false): Promise<Connection> {
  connection = createConnection<unknown>({
    platform,
    url: 'wss://support.example/v1/socket',
    secureOnly,
    authenticate,
    onReady: () => void names.push('onReady'),
    onLost: () => void lost++,
    listeners: {},
  })
  connection.state.subscribe(() => names.push(state().name))
  connection.open()
  await settle()
  return connection
}

const state = (): ConnectionState => connection.state.get()

test('opens a socket with the subprotocol, authenticates, and is ready: onReady runs before other subscribers', async () => {
  await open()
  expect(names).toEqual(['connecting', 'authenticating', 'onReady', 'ready'])
  expect([...server.ends][0]).toMatchObject({
    url: 'wss://support.example/v1/socket',
    subprotocol: 'parley.v1',
  })
})

test('[O1] an insecure page is refused before anything is sent', async () => {
  platform.setSecure(false)
  await open(connectAgent, true)
  expect(state()).toEqual({ name: 'refused', code: 'insecure_origin' })
  expect(server.opened).toBe(0)
})

test.each([
  [4400, 'bad_frame'],
  [4403, 'origin_not_allowed'],
  [4441, 'signed_out'],
])('a socket closed with %i is not opened again: %s', async (closeCode, code) => {
  await open()
  server.close(closeCode)
  await platform.advance(3_600_000)
  platform.wake()
  await settle()
  expect(state()).toEqual({ name: 'refused', code })
  expect(server.opened).toBe(1)
  connection.retryNow()
  await settle()
  expect(state().name).toBe('ready')
})

test.each(['provider_unknown', 'origin_not_allowed', 'proof_target_mismatch', 'not_found'] as const)(
  'a handshake refused with %s is not retried',
  async (code) => {
    server.refusals.push({ method: 'agent.connect', code })
    await open()
    await platform.advance(3_600_000)
    expect(state()).toEqual({ name: 'refused', code })
    expect(server.opened).toBe(1)
    expect(server.ends.size).toBe(0)
  },
)

test.each(['internal', 'unavailable', 'nonce_mismatch', 'proof_stale'] as const)(
  'a handshake refused with %s is retried',
  async (code) => {
    server.refusals.push({ method: 'agent.connect', code })
    await open()
    expect(state().name).toBe('waiting')
    await platform.advance(1_000)
    expect(state().name).toBe('ready')
  },
)

test('[F5] retry_after is respected', async () => {
  server.refusals.push({ method: 'agent.connect', code: 'rate_limited', retry_after: 20_000 })
  await open()
  await platform.advance(19_999)
  expect(state().name).toBe('waiting')
  await platform.advance(1)
  expect(state().name).toBe('ready')
})

test('an exception in the handshake counts as a failure and is retried', async () => {
  let broken = true
  await open(async (link) => {
    if (broken) throw new Error('No key')
    return connectAgent(link)
  })
  expect(state().name).toBe('waiting')
  broken = false
  await platform.advance(1_000)
  expect(state().name).toBe('ready')
})

test('reconnects with backoff, which is reset after a stable connection', async () => {
  server.reachable = false
  platform.setVisible(false)
  platform.setRandom(1)
  await open()
  for (const delay of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    expect(state()).toMatchObject({ name: 'waiting', until: platform.now() + delay })
    await platform.advance(delay)
  }
  server.reachable = true
  await platform.advance(30_000)
  expect(state().name).toBe('ready')
  // Lost at once: still in the same row of failures.
  server.close(1006)
  await settle()
  expect(state()).toMatchObject({ name: 'waiting', attempts: 9 })
  await platform.advance(40_000)
  expect(state().name).toBe('ready')
  server.close(1006)
  await settle()
  expect(state()).toMatchObject({ name: 'waiting', attempts: 1 })
})

test('[B2] after draining it reconnects within the time that the server gave', async () => {
  platform.setRandom(0.5)
  await open()
  server.say('draining', { within: 8_000 })
  server.close(1012)
  await settle()
  expect(state()).toMatchObject({ name: 'waiting', until: platform.now() + 4_000 })
  server.close(1006)
  await platform.advance(4_000)
  expect(state().name).toBe('ready')
})

test('[B1] answers every ping of the server', async () => {
  await open()
  server.say('ping', { seq: 0 })
  await settle()
  expect(server.requests('pong')).toHaveLength(1)
})

test('[B1] a socket is dead after 60 s of silence; any frame resets the timer', async () => {
  await open()
  await platform.advance(50_000)
  server.say('ping', { seq: 0 })
  await platform.advance(59_999)
  expect(state().name).toBe('ready')
  await platform.advance(1)
  expect(state().name).toBe('waiting')
  expect(lost).toBe(1)
})

test('a page that wakes up checks at once, and drops a socket that does not respond within 5 s', async () => {
  await open()
  platform.wake()
  await platform.advance(5_000)
  expect(server.requests('ping')).toHaveLength(1)
  expect(state().name).toBe('ready')
  server.silent = true
  platform.wake()
  await platform.advance(4_999)
  expect(state().name).toBe('ready')
  await platform.advance(1)
  expect(state().name).toBe('waiting')
})

test('any frame of the server counts as a response to the check', async () => {
  await open()
  server.silent = true
  platform.wake()
  await platform.advance(3_000)
  server.say('ping', { seq: 0 })
  await platform.advance(3_000)
  expect(state().name).toBe('ready')
})

test('going offline while waiting is reported', async () => {
  server.reachable = false
  await open()
  expect(state().name).toBe('waiting')
  platform.setOnline(false)
  expect(state().name).toBe('offline')
})

test('a page that wakes up while waiting retries at once', async () => {
  server.reachable = false
  await open()
  await platform.advance(60_000)
  server.reachable = true
  platform.wake()
  await settle()
  expect(state().name).toBe('ready')
})

test('while offline it retries rarely, and at once when the network is back', async () => {
  await open()
  server.reachable = false
  server.silent = true
  platform.setOnline(false)
  await platform.advance(5_000)
  expect(state().name).toBe('offline')
  const tried = names.filter((name) => name === 'connecting').length
  await platform.advance(29_000)
  expect(names.filter((name) => name === 'connecting')).toHaveLength(tried)
  await platform.advance(2_000)
  expect(names.filter((name) => name === 'connecting')).toHaveLength(tried + 1)
  server.reachable = true
  server.silent = false
  platform.setOnline(true)
  await settle()
  expect(state().name).toBe('ready')
})

test('a socket that does not open within 15 s is abandoned', async () => {
  platform.openSocket = () => ({ readyState: 0, send() {}, close() {}, addEventListener() {} })
  await open()
  await platform.advance(15_000)
  expect(state().name).toBe('waiting')
})

test('an address that the page’s policy forbids is handled as a failure', async () => {
  platform.openSocket = () => {
    throw new DOMException('Refused by the content security policy', 'SecurityError')
  }
  await open()
  await platform.advance(0)
  expect(state().name).toBe('waiting')
})

test('closing leaves neither socket nor timer', async () => {
  await open()
  connection.close()
  await settle()
  expect(state().name).toBe('offline')
  expect(server.ends.size).toBe(0)
  expect(platform.timers()).toBe(0)
  platform.wake()
  await platform.advance(60_000)
  expect(server.opened).toBe(1)
})

test('in a visible tab it retries within 8 s, however long the outage lasts', async () => {
  platform.setRandom(1)
  await open()
  for (const delay of [1_000, 2_000, 4_000, 8_000, 8_000, 8_000]) {
    server.close(1006)
    await settle()
    expect(state()).toMatchObject({ name: 'waiting', until: platform.now() + delay })
    await platform.advance(delay)
  }
})
