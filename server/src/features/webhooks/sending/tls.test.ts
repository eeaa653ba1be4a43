import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { selfSigned, createTestAuthority, type Certified } from '../../../testing/test-certificates.ts'
import { startTestReceiver } from '../../../testing/test-receiver.ts'
import {
  createTestSender,
  testAuthority,
  testCertificate,
  testDelivery,
  testSecret,
} from '../../../testing/test-sender.ts'
import { createTestTimer } from '../../../testing/test-timer.ts'

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step()
})

function newSender(options: Parameters<typeof createTestSender>[0] = {}) {
  const sender = createTestSender(options)
  cleanUp.push(sender.close)
  return sender
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp.push(() => new Promise((done) => server.close(done)))
  return (server.address() as AddressInfo).port
}

async function receiverWith(certified: Certified) {
  const receiver = await startTestReceiver(certified, testSecret)
  cleanUp.push(receiver.stop)
  return receiver
}

const yesterday = new Date(Date.now() - 86_400_000)
const tomorrow = new Date(Date.now() + 86_400_000)
const names = ['receiver.test']

describe('a receiver whose certificate', () => {
  test.each<[string, Certified, string]>([
    [
      'has expired',
      testAuthority.issue({ names, notBefore: new Date(0), notAfter: yesterday }),
      'certificate_expired',
    ],
    ['is not valid yet', testAuthority.issue({ names, notBefore: tomorrow }), 'certificate_not_yet_valid'],
    ['vouches for itself', selfSigned(names), 'certificate_self_signed'],
    [
      'comes from an authority that nobody trusts',
      createTestAuthority('Somebody').issue({ names }),
      'certificate_unverifiable',
    ],
    [
      'bears the name of the authority, but not its signature',
      createTestAuthority().issue({ names }),
      'certificate_signature_wrong',
    ],
    ['is for another host', testAuthority.issue({ names: ['other.test'] }), 'certificate_other_name'],
    ['is for a subdomain', testAuthority.issue({ names: ['a.receiver.test'] }), 'certificate_other_name'],
    ['has no name but the common one', { ...testAuthority.issue({ names: [] }) }, 'certificate_other_name'],
  ])('%s gets nothing', async (_, certified, code) => {
    const receiver = await receiverWith(certified)
    const result = await newSender().send(testDelivery(receiver.port))
    expect(result).toMatchObject({ outcome: 'connection_error', status: null, request: null, response: null })
    expect(result.failure).toEqual({ code, detail: null })
    expect(receiver.requests).toHaveLength(0)
  })

  test('is bad gets nothing either where the environment says not to look', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const receiver = await receiverWith(selfSigned(names))
    const result = await newSender().send(testDelivery(receiver.port))
    expect(result).toMatchObject({
      outcome: 'connection_error',
      failure: { code: 'certificate_self_signed' },
    })
    expect(receiver.requests).toHaveLength(0)
  })

  test('is bad is looked at again after a good one: a session that is resumed belongs to its host and port', async () => {
    const good = await receiverWith(testCertificate)
    const bad = await receiverWith(testAuthority.issue({ names: ['other.test'] }))
    const sender = newSender()
    expect(await sender.send(testDelivery(good.port))).toMatchObject({ outcome: 'delivered' })
    expect(await sender.send(testDelivery(bad.port))).toMatchObject({ outcome: 'connection_error' })
  })

  test('names the address is delivered to by address', async () => {
    const receiver = await receiverWith(testCertificate)
    const url = `https://127.0.0.1:${receiver.port}/`
    expect(await newSender().send(testDelivery(0, { url }))).toMatchObject({ outcome: 'delivered' })
  })
})

describe('a receiver that speaks', () => {
  test('TLS 1.1 gets nothing', async () => {
    const server = createTlsServer({
      ...testCertificate,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    })
    const result = await newSender().send(testDelivery(await listening(server)))
    expect(result).toMatchObject({ outcome: 'connection_error', request: null })
    expect(result.failure?.code).toMatch(/^tls_/)
  })

  test('plain HTTP gets nothing', async () => {
    let requests = 0
    const server = createHttpServer(() => (requests += 1))
    const result = await newSender().send(testDelivery(await listening(server)))
    expect(result).toMatchObject({ outcome: 'connection_error', request: null })
    expect(result.failure?.code).toBe('tls_version')
    expect(requests).toBe(0)
  })

  test('not at all after it accepted is waited for 10 s', async () => {
    const clock = createTestTimer()
    const server = createTcpServer()
    const port = await listening(server)
    const sending = newSender({ timer: clock.timer }).send(testDelivery(port))
    const [socket] = await once(server, 'connection')
    clock.pass(10_000)
    expect(await sending).toMatchObject({
      outcome: 'timeout',
      request: null,
      failure: { code: 'connection_late', detail: null },
    })
    socket.destroy()
  })

  test('to nobody, with its port closed, is told so', async () => {
    const server = createTcpServer()
    const port = await listening(server)
    await new Promise((done) => server.close(done))
    const result = await newSender().send(testDelivery(port))
    expect(result).toMatchObject({
      outcome: 'connection_error',
      request: null,
      failure: { code: 'receiver_refused', detail: null },
    })
  })
})

test('a proxy that the environment names is not used', async () => {
  let connections = 0
  const proxy = createTcpServer((socket) => {
    connections += 1
    socket.destroy()
  })
  const address = `http://127.0.0.1:${await listening(proxy)}`
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) {
    vi.stubEnv(name, address)
  }
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  const receiver = await receiverWith(testCertificate)
  expect(await newSender().send(testDelivery(receiver.port))).toMatchObject({ outcome: 'delivered' })
  expect(connections).toBe(0)
})
