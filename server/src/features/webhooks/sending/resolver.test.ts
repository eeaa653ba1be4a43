import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestNameServer, type TestNameServer } from '../../../testing/test-name-server.ts'
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

describe('looking a name up', () => {
  test('gives the addresses of both families', async () => {
    server.names.set('shop.test', { addresses: ['192.0.2.1', '192.0.2.2', '2001:db8::5'] })
    const found = await resolve('shop.test', 'a')
    expect(found).toEqual({ ok: true, addresses: ['192.0.2.1', '192.0.2.2', '2001:db8::5'] })
    expect(server.asked.sort()).toEqual(['A shop.test', 'AAAA shop.test'])
    expect(clock.running).toBe(0)
  })

  test.each([['192.0.2.1'], ['2001:db8::5']])('is content with one family: %s', async (address) => {
    server.names.set('shop.test', { addresses: [address] })
    expect(await resolve('shop.test', 'a')).toEqual({ ok: true, addresses: [address] })
  })

  test('tells a name that does not exist from one that nobody can tell', async () => {
    server.names.set('broken.test', 'server_failure')
    server.names.set('empty.test', { addresses: [] })
    expect(await resolve('nobody.test', 'a')).toEqual({ ok: false, reason: 'not_found' })
    expect(await resolve('empty.test', 'a')).toEqual({ ok: false, reason: 'not_found' })
    expect(await resolve('broken.test', 'a')).toEqual({ ok: false, reason: 'no_answer' })
  })

  test('ends after 4 s, whatever name servers do', async () => {
    server.names.set('dead.test', 'silence')
    const looking = resolve('dead.test', 'a')
    await clock.started(4000)
    clock.pass(4000)
    expect(await looking).toEqual({ ok: false, reason: 'no_answer' })
  })

  test('waits 1 s for the other family of one that answered', async () => {
    server.names.set('half.test', (type) => (type === 'A' ? { addresses: ['192.0.2.1'] } : 'silence'))
    const looking = resolve('half.test', 'a')
    await clock.started(1000)
    clock.pass(1000)
    expect(await looking).toEqual({ ok: true, addresses: ['192.0.2.1'] })
  })
})

describe('what was found', () => {
  test.each([
    ['a TTL of 0', 0, 5],
    ['a TTL of 30 s', 30, 30],
    ['a TTL of a day', 86_400, 60],
  ])('is kept for the time of the name, within 5 and 60 s: with %s', async (_, ttl, kept) => {
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
    ['nobody answers for', 'server_failure', 30],
  ] as const)('is kept of a name that %s, too', async (_, record, kept) => {
    server.names.set('shop.test', record)
    await resolve('shop.test', 'a')
    server.names.set('shop.test', { addresses: ['192.0.2.9'] })
    time = kept * 1000 - 1
    expect(await resolve('shop.test', 'a')).toMatchObject({ ok: false })
    time = kept * 1000
    expect(await resolve('shop.test', 'a')).toEqual({ ok: true, addresses: ['192.0.2.9'] })
  })

  test('is shared by all who ask at once', async () => {
    server.names.set('shop.test', { addresses: ['192.0.2.1'] })
    await Promise.all(Array.from({ length: 50 }, (_, index) => resolve('shop.test', `tenant ${index}`)))
    expect(server.asked).toHaveLength(2)
  })
})

describe('1,000 names that nobody answers for', () => {
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

  /** Lets look-up after look-up run into its limit. */
  async function letDie(all: Promise<unknown>) {
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

  test('do not stand in the way of another tenant, nor of the name that the other wants', async () => {
    const first = askForDead('a')
    // Waits behind the dead ones of its own tenant, and must not make others wait with it.
    const own = resolve('shop.test', 'a')
    expect(await resolve('shop.test', 'b')).toEqual({ ok: true, addresses: ['192.0.2.1'] })
    expect(first.settled()).toBe(0)
    await letDie(first.all)
    expect(await own).toMatchObject({ ok: true })
  })

  test('do not stand in the way of their own tenant once they are known', async () => {
    await letDie(askForDead('a').all)
    time = 31_000
    const again = askForDead('a')
    expect(await resolve('shop.test', 'a')).toEqual({ ok: true, addresses: ['192.0.2.1'] })
    expect(again.settled()).toBe(0)
    await letDie(again.all)
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

  test('is not read where none is named', async () => {
    expect(await resolve('receiver', 'a')).toEqual({ ok: true, addresses: ['192.0.2.1'] })
  })

  test('is asked before name servers', async () => {
    const own = newResolver(file)
    expect(await own('receiver', 'a')).toEqual({ ok: true, addresses: ['10.0.0.1', '10.0.0.2'] })
    expect(await own('receiver.internal', 'a')).toEqual({ ok: true, addresses: ['10.0.0.1'] })
    expect(server.asked).toEqual([])
  })

  test('may be missing, and need not have every name', async () => {
    server.names.set('shop.test', { addresses: ['192.0.2.1'] })
    expect(await newResolver(file)('shop.test', 'a')).toMatchObject({ ok: true })
    expect(await newResolver(`${file}.not`)('shop.test', 'a')).toMatchObject({ ok: true })
  })
})
