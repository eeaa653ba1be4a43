import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  startTestNameServer,
  type NameRecord,
  type TestNameServer,
} from '../../../testing/test-name-server.ts'
import { createTestTimer } from '../../../testing/test-timer.ts'
import { createResolver, type Resolve } from './resolver.ts'

let server: TestNameServer
let clock: ReturnType<typeof createTestTimer>
let time = 0
let resolve: Resolve

beforeEach(async () => {
  server = await startTestNameServer()
  clock = createTestTimer()
  time = 0
  resolve = newResolver(null)
})
afterEach(() => server.stop())

const newResolver = (hostsFile: string | null) =>
  createResolver({ now: () => time, timer: clock.timer, servers: [server.address], hostsFile })

describe('a lookup', () => {
  test('returns the addresses of both families', async () => {
    server.names.set('shop.test', { addresses: ['192.0.2.1', '192.0.2.2', '2001:db8::5'] })
    const found = await resolve('shop.test', 'a')
    expect(found).toEqual({ ok: true, addresses: ['192.0.2.1', '192.0.2.2', '2001:db8::5'] })
    expect(server.asked.sort()).toEqual(['A shop.test', 'AAAA shop.test'])
    expect(clock.running).toBe(0)
  })

  test.each([['192.0.2.1'], ['2001:db8::5']])('accepts a single family: %s', async (address) => {
    server.names.set('shop.test', { addresses: [address] })
    expect(await resolve('shop.test', 'a')).toEqual({ ok: true, addresses: [address] })
  })

  test('distinguishes unknown names from failed lookups', async () => {
    server.names.set('broken.test', 'server_failure')
    server.names.set('empty.test', { addresses: [] })
    expect(await resolve('nobody.test', 'a')).toEqual({ ok: false, reason: 'not_found' })
    expect(await resolve('empty.test', 'a')).toEqual({ ok: false, reason: 'not_found' })
    expect(await resolve('broken.test', 'a')).toEqual({ ok: false, reason: 'no_answer' })
  })

  test('times out after 4 s', async () => {
    server.names.set('dead.test', 'silence')
    const looking = resolve('dead.test', 'a')
    await clock.started(4000)
    clock.pass(4000)
    expect(await looking).toEqual({ ok: false, reason: 'no_answer' })
  })

  test('waits 1 s for the second family after the first answered', async () => {
    server.names.set('half.test', (type) => (type === 'A' ? { addresses: ['192.0.2.1'] } : 'silence'))
    const looking = resolve('half.test', 'a')
    await clock.started(1000)
    clock.pass(1000)
    expect(await looking).toEqual({ ok: true, addresses: ['192.0.2.1'] })
  })
})

describe('a result', () => {
  test.each([
    ['a TTL of 0', 0, 5],
    ['a TTL of 30 s', 30, 30],
    ['a TTL of a day', 86_400, 60],
  ])('is cached for its TTL, between 5 and 60 s: %s', async (_, ttl, kept) => {
    server.names.set('shop.test', { addresses: ['192.0.2.1'], ttl })
    await resolve('shop.test', 'a')
    server.names.set('shop.test', { addresses: ['192.0.2.9'] })
    time = kept * 1000 - 1
    expect(await resolve('shop.test', 'b')).toEqual({ ok: true, addresses: ['192.0.2.1'] })
    time = kept * 1000
    expect(await resolve('shop.test', 'a')).toEqual({ ok: true, addresses: ['192.0.2.9'] })
  })

  test.each([
    ['does not exist', 'not_found', 10],
    ['failed to resolve', 'server_failure', 30],
  ] as const)('is also cached for a name that %s', async (_, record, kept) => {
    server.names.set('shop.test', record)
    await resolve('shop.test', 'a')
    server.names.set('shop.test', { addresses: ['192.0.2.9'] })
    time = kept * 1000 - 1
    expect(await resolve('shop.test', 'a')).toMatchObject({ ok: false })
    time = kept * 1000
    expect(await resolve('shop.test', 'a')).toEqual({ ok: true, addresses: ['192.0.2.9'] })
  })

  test.each<[string, NameRecord]>([
    ['an address', { addresses: ['192.0.2.1'] }],
    ['an unknown name', 'not_found'],
    ['a failed lookup', 'server_failure'],
  ])('does not outlast its TTL when the clock is set back: %s', async (_, record) => {
    time = 3_600_000
    server.names.set('shop.test', record)
    await resolve('shop.test', 'a')
    server.names.set('shop.test', { addresses: ['192.0.2.9'] })
    time = 0
    expect(await resolve('shop.test', 'a')).toEqual({ ok: true, addresses: ['192.0.2.9'] })
  })

  test('is shared by concurrent lookups', async () => {
    server.names.set('shop.test', { addresses: ['192.0.2.1'] })
    await Promise.all(Array.from({ length: 50 }, (_, index) => resolve('shop.test', `tenant ${index}`)))
    expect(server.asked).toHaveLength(2)
  })
})

describe('1,000 names without a response', () => {
  const dead = Array.from({ length: 1000 }, (_, index) => `name${index}.dead.test`)

  function askForDead(tenant: string) {
    let settled = 0
    const all = Promise.all(dead.map((name) => resolve(name, tenant).finally(() => (settled += 1))))
    return { all, settled: () => settled }
  }

  beforeEach(() => {
    for (const name of dead) server.names.set(name, 'silence')
    server.names.set('shop.test', { addresses: ['192.0.2.1'] })
  })

  /** Lets all lookups time out, one after the other. */
  async function timeOutAll(all: Promise<unknown>) {
    let done = false
    void all.then(() => (done = true))
    for (;;) {
      await Promise.race([clock.started(4000), all])
      if (done) break
      clock.pass(4000)
      await new Promise((go) => setImmediate(go))
      if (done) break
    }
  }

  test('do not delay another tenant, even for a name both look up', async () => {
    const first = askForDead('a')
    // Waits for lookups of its own tenant and must not block other tenants with it.
    const own = resolve('shop.test', 'a')
    expect(await resolve('shop.test', 'b')).toEqual({ ok: true, addresses: ['192.0.2.1'] })
    expect(first.settled()).toBe(0)
    await timeOutAll(first.all)
    expect(await own).toMatchObject({ ok: true })
  })

  test('do not delay their own tenant once they have failed', async () => {
    await timeOutAll(askForDead('a').all)
    time = 31_000
    const again = askForDead('a')
    expect(await resolve('shop.test', 'a')).toEqual({ ok: true, addresses: ['192.0.2.1'] })
    expect(again.settled()).toBe(0)
    await timeOutAll(again.all)
  })
})

describe('a hosts file', () => {
  let directory: string
  let file: string

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'parley-hosts-'))
    file = path.join(directory, 'hosts')
    await writeFile(
      file,
      '# own\n10.0.0.1\treceiver Receiver.Internal # both\n\n::1 localhost\n10.0.0.2 receiver\n',
    )
    server.names.set('receiver', { addresses: ['192.0.2.1'] })
  })
  afterEach(() => rm(directory, { recursive: true }))

  test('is not read unless configured', async () => {
    expect(await resolve('receiver', 'a')).toEqual({ ok: true, addresses: ['192.0.2.1'] })
  })

  test('takes precedence over name servers', async () => {
    const own = newResolver(file)
    expect(await own('receiver', 'a')).toEqual({ ok: true, addresses: ['10.0.0.1', '10.0.0.2'] })
    expect(await own('receiver.internal', 'a')).toEqual({ ok: true, addresses: ['10.0.0.1'] })
    expect(server.asked).toEqual([])
  })

  test('may be missing or incomplete', async () => {
    server.names.set('shop.test', { addresses: ['192.0.2.1'] })
    expect(await newResolver(file)('shop.test', 'a')).toMatchObject({ ok: true })
    expect(await newResolver(`${file}.not`)('shop.test', 'a')).toMatchObject({ ok: true })
  })
})
