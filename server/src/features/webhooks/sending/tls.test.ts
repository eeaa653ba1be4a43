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
    ['is self-signed', selfSigned(names), 'certificate_self_signed'],
    [
      'comes from an untrusted authority',
      createTestAuthority('Somebody').issue({ names }),
      'certificate_unverifiable',
    ],
    [
      'has the name of the trusted authority, but not its signature',
      createTestAuthority().issue({ names }),
      'certificate_signature_wrong',
    ],
    ['is for another host', testAuthority.issue({ names: ['other.test'] }), 'certificate_other_name'],
    ['is for a subdomain', testAuthority.issue({ names: ['a.receiver.test'] }), 'certificate_other_name'],
    ['has only a common name', { ...testAuthority.issue({ names: [] }) }, 'certificate_other_name'],
  ])('%s receives nothing', async (_, certified, code) => {
    const receiver = await receiverWith(certified)
    const result = await newSender().send(testDelivery(receiver.port))
    expect(result).toMatchObject({ outcome: 'connection_error', status: null, request: null, response: null })
    expect(result.failure).toEqual({ code, detail: null })
    expect(receiver.requests).toHaveLength(0)
  })

  test('is invalid receives nothing even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const receiver = await receiverWith(selfSigned(names))
    const result = await newSender().send(testDelivery(receiver.port))
    expect(result).toMatchObject({
      outcome: 'connection_error',
      failure: { code: 'certificate_self_signed' },
    })
    expect(receiver.requests).toHaveLength(0)
  })

  test('is invalid is refused after a valid one on another port: sessions are resumed per host and port', async () => {
    const good = await receiverWith(testCertificate)
    const bad = await receiverWith(testAuthority.issue({ names: ['other.test'] }))
    const sender = newSender()
    expect(await sender.send(testDelivery(good.port))).toMatchObject({ outcome: 'delivered' })
    expect(await sender.send(testDelivery(bad.port))).toMatchObject({ outcome: 'connection_error' })
  })

  test('contains the IP address accepts deliveries by IP address', async () => {
    const receiver = await receiverWith(testCertificate)
    const url = `https://127.0.0.1:${receiver.port}/`
    expect(await newSender().send(testDelivery(0, { url }))).toMatchObject({ outcome: 'delivered' })
  })
})

describe('a receiver', () => {
  test('with TLS 1.1 receives nothing', async () => {
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

  test('with plain HTTP receives nothing', async () => {
    let requests = 0
    const server = createHttpServer(() => (requests += 1))
    const result = await newSender().send(testDelivery(await listening(server)))
    expect(result).toMatchObject({ outcome: 'connection_error', request: null })
    expect(result.failure?.code).toBe('tls_version')
    expect(requests).toBe(0)
  })

  test('that accepts without a TLS handshake times out after 10 s', async () => {
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

  test('with a closed port is reported as refused', async () => {
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

test('proxy settings of the environment are ignored', async () => {
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
