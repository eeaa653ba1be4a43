import fc from 'fast-check'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loopbackSpellings, publicAddresses, specialAddresses } from '../../../testing/test-addresses.ts'
import { startTestNameServer, type TestNameServer } from '../../../testing/test-name-server.ts'
import { startTestReceiver, type TestReceiver } from '../../../testing/test-receiver.ts'
import {
  createTestSender,
  testCertificate,
  testDelivery,
  testSecret,
  watchSockets,
} from '../../../testing/test-sender.ts'
import { addressGuard } from './public-address.ts'
import { createResolver } from './resolver.ts'
import type { Sender } from './sender.ts'

/** Servers on one port of every address of this machine that count connections. */
let tripWires: Server[]
let connections = 0
let port: number
const watched = watchSockets()
const senders: Sender[] = []

beforeAll(async () => {
  const count = (socket: { destroy(): void }) => {
    connections += 1
    socket.destroy()
  }
  const v4 = createServer(count).listen(0, '0.0.0.0')
  await once(v4, 'listening')
  port = (v4.address() as AddressInfo).port
  // Without dual stack: `::ffff:127.0.0.1` would reach the IPv4 server.
  const v6 = createServer(count).listen({ port, host: '::', ipv6Only: true })
  await once(v6, 'listening').catch(() => {})
  tripWires = [v4, v6]
})
afterAll(() => {
  watched.stop()
  for (const server of tripWires) server.close()
})
beforeEach(() => {
  connections = 0
  watched.sockets.length = 0
})
afterEach(() => {
  for (const sender of senders.splice(0)) sender.close()
})

function senderTo(addresses: string[], allowNetworks: string[] = []): Sender {
  const sender = createTestSender({
    allowNetworks,
    resolve: () => Promise.resolve({ ok: true, addresses }),
  })
  senders.push(sender)
  return sender
}

const named = () => testDelivery(port, { url: `https://shop.com:${port}/hook` })

const refused = {
  outcome: 'refused',
  status: null,
  request: null,
  response: null,
  failure: { code: 'address_refused', detail: null },
}

function expectNoConnection() {
  expect(watched.sockets).toHaveLength(0)
  expect(connections).toBe(0)
}

test('the servers count connections', async () => {
  await senderTo(['127.0.0.1'], ['127.0.0.0/8']).send(named())
  expect(watched.sockets).toHaveLength(1)
  expect(connections).toBe(1)
})

describe('no packet is sent (spec 7)', () => {
  test.each(loopbackSpellings)('for https://%s/', async (host) => {
    const url = `https://${host}:${port}/hook`
    expect(await senderTo([]).send(testDelivery(port, { url }))).toMatchObject(refused)
    expectNoConnection()
  })

  test.each(specialAddresses)('for the literal address %s', async (address) => {
    const host = address.includes(':') ? `[${address}]` : address
    const url = `https://${host}:${port}/hook`
    expect(await senderTo([]).send(testDelivery(port, { url }))).toMatchObject(refused)
    expectNoConnection()
  })

  test.each(specialAddresses)('for a name that resolves to %s', async (address) => {
    const result = await senderTo([address]).send(named())
    expect(result).toMatchObject(refused)
    expectNoConnection()
  })

  test.each([
    ['first', ['127.0.0.1', ...publicAddresses]],
    ['last', [...publicAddresses, '127.0.0.1']],
    ['of the other family', ['1.1.1.1', '::1']],
    ['IPv4-mapped', ['2606:4700::1111', '::ffff:10.0.0.1']],
    ['with a zone', ['1.1.1.1', 'fe80::1%eth0']],
    ['not an address', ['1.1.1.1', 'localhost']],
  ])('for a DNS response with one refused address: %s', async (_, addresses) => {
    expect(await senderTo(addresses).send(named())).toMatchObject(refused)
    expectNoConnection()
  })

  test.each([
    'http://shop.com/',
    'https://user:pass@shop.com/',
    'https://shop.com:25/',
    'https://localhost/',
    'nonsense',
  ])('for %s, even if it was saved', async (url) => {
    const result = await senderTo(['127.0.0.1']).send(testDelivery(port, { url }))
    expect(result).toMatchObject({ outcome: 'refused', request: null })
    expect(result.failure).toEqual({ code: 'url_refused', detail: null })
    expectNoConnection()
  })

  test('for any DNS response with an address that is not allowed', async () => {
    const allowNetworks = ['127.0.0.0/8']
    const mayDial = addressGuard(allowNetworks)
    const bytes = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 })
    const groups = fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 })
    const address = fc.oneof(
      bytes.map((parts) => parts.join('.')),
      groups.map((parts) => parts.map((part) => part.toString(16)).join(':')),
      fc.constantFrom(...specialAddresses, ...publicAddresses),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(address, { minLength: 1, maxLength: 8 }), async (addresses) => {
        fc.pre(addresses.some((one) => !mayDial(one)))
        expect(await senderTo(addresses, allowNetworks).send(named())).toMatchObject(refused)
        expectNoConnection()
      }),
      { numRuns: 300 },
    )
  })
})

describe('a changed DNS record', () => {
  let names: TestNameServer
  let receiver: TestReceiver
  let trap: Server
  let trapped = 0

  beforeEach(async () => {
    trapped = 0
    names = await startTestNameServer()
    receiver = await startTestReceiver(testCertificate, testSecret)
    trap = createServer((socket) => {
      trapped += 1
      socket.destroy()
    }).listen(receiver.port, '127.0.0.2')
    await once(trap, 'listening')
  })
  afterEach(async () => {
    await Promise.all([names.stop(), receiver.stop(), new Promise((done) => trap.close(done))])
  })

  function senderAsking(now: () => number = Date.now) {
    const sender = createTestSender({
      allowNetworks: ['127.0.0.1'],
      resolve: createResolver({ now, servers: [names.address], hostsFile: null }),
    })
    senders.push(sender)
    return sender
  }

  test('between check and connect has no effect: the checked address is used', async () => {
    // The first query returns an allowed address, later ones the trap.
    let queries = 0
    names.names.set('receiver.test', (type) => {
      if (type === 'A') queries += 1
      return { addresses: queries > 1 ? ['127.0.0.2'] : ['127.0.0.1'], ttl: 0 }
    })
    const result = await senderAsking().send(testDelivery(receiver.port))
    expect(result).toMatchObject({ outcome: 'delivered' })
    expect(queries).toBe(1)
    expect(trapped).toBe(0)
  })

  test('after a delivery is checked again', async () => {
    let time = Date.now()
    const sender = senderAsking(() => time)
    names.names.set('receiver.test', { addresses: ['127.0.0.1'], ttl: 0 })
    expect(await sender.send(testDelivery(receiver.port))).toMatchObject({ outcome: 'delivered' })
    names.names.set('receiver.test', { addresses: ['127.0.0.1', '127.0.0.2'], ttl: 0 })
    time += 5000
    const [kept] = receiver.open
    const closed = new Promise((done) => watched.sockets.at(-1)?.once('close', done))
    kept?.destroy()
    await closed
    expect(await sender.send(testDelivery(receiver.port))).toMatchObject(refused)
    expect(trapped).toBe(0)
  })

  test('does not expose the address in the result', async () => {
    names.names.set('receiver.test', { addresses: ['10.11.12.13'] })
    const result = await senderAsking().send(testDelivery(receiver.port))
    expect(result).toMatchObject(refused)
    expect(JSON.stringify(result)).not.toContain('10.11.12.13')
  })
})

test('addresses are tried in turn, IPv4 first, until one accepts', async () => {
  const receiver = await startTestReceiver(testCertificate, testSecret)
  const sender = createTestSender({
    allowNetworks: ['127.0.0.0/8', '::1'],
    resolve: () => Promise.resolve({ ok: true, addresses: ['::1', '127.0.0.3', '127.0.0.1'] }),
  })
  senders.push(sender)
  expect(await sender.send(testDelivery(receiver.port))).toMatchObject({ outcome: 'delivered' })
  expect(watched.sockets).toHaveLength(3)
  await receiver.stop()
})

test('at most six addresses are tried', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port: closedPort } = closed.address() as AddressInfo
  await new Promise((done) => closed.close(done))
  const addresses = Array.from({ length: 100 }, (_, index) => `127.0.1.${index}`)
  const result = await senderTo(addresses, ['127.0.0.0/8']).send(testDelivery(closedPort))
  expect(result).toMatchObject({ outcome: 'connection_error', request: null })
  expect(watched.sockets).toHaveLength(6)
})
