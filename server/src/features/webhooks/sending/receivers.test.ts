import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  okAnswer,
  startTestReceiver,
  type Behave,
  type TestReceiver,
} from '../../../testing/test-receiver.ts'
import {
  createTestSender,
  testCertificate,
  testDelivery,
  testSecret,
  watchSockets,
} from '../../../testing/test-sender.ts'
import { createTestTimer } from '../../../testing/test-timer.ts'
import type { SendResult } from './send-result.ts'
import type { Sender } from './sender.ts'

let receiver: TestReceiver
let behave: Behave
let sender: Sender
let clock: ReturnType<typeof createTestTimer>
const watched = watchSockets()

beforeAll(async () => {
  receiver = await startTestReceiver(testCertificate, testSecret, (...came) => behave(...came))
})
afterAll(async () => {
  watched.stop()
  await receiver.stop()
})
afterEach(() => sender.close())

/** Starts a delivery to a receiver that behaves so. */
function deliver(to: Behave): Promise<SendResult> {
  behave = to
  receiver.requests.length = 0
  watched.sockets.length = 0
  clock = createTestTimer()
  sender = createTestSender({ timer: clock.timer })
  return sender.send(testDelivery(receiver.port))
}

const answers =
  (text: string | Buffer): Behave =>
  (socket) =>
    socket.write(text)
/** The receiver writes for as long as somebody reads. */
const endless =
  (start: string, again: string | Buffer): Behave =>
  (socket) => {
    socket.write(start)
    const more = () => {
      while (!socket.destroyed && socket.write(again)) {}
    }
    socket.on('drain', more)
    more()
  }

describe('the time that a receiver has', () => {
  test('is over after 10 s: an answer at 10.2 s comes to a closed connection', async () => {
    const sending = deliver(() => {})
    await receiver.received(1)
    clock.pass(9_999)
    clock.pass(1)
    expect(await sending).toMatchObject({
      outcome: 'timeout',
      status: null,
      error: 'The receiver did not answer within 10 seconds.',
      response: null,
    })
    expect(watched.sockets[0]?.destroyed).toBe(true)
    expect(clock.running).toBe(0)
  })

  test('is not over at 9.8 s', async () => {
    const sending = deliver(() => {})
    await receiver.received(1)
    clock.pass(9_800)
    for (const socket of receiver.open) socket.write(okAnswer)
    expect(await sending).toMatchObject({ outcome: 'delivered', status: 200, error: null })
    expect(clock.running).toBe(0)
  })

  test('is over with the head: what comes of the body behind the 10 s still is in the log', async () => {
    const sending = deliver(() => {})
    await receiver.received(1)
    clock.pass(9_800)
    const [socket] = receiver.open
    socket?.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nab')
    await clock.started(1000)
    clock.pass(500)
    socket?.write('cd')
    expect(await sending).toMatchObject({
      outcome: 'delivered',
      response: { body: 'abcd', truncated: false },
    })
  })

  test('counts until the head of the answer is complete, however it drips', async () => {
    const sending = deliver(answers('HTTP/1.1 200 OK\r\nx-a: '))
    await receiver.received(1)
    clock.pass(10_000)
    expect(await sending).toMatchObject({ outcome: 'timeout' })
  })

  test('does not count for the body: a status with an endless wait behind it is delivered', async () => {
    const sending = deliver(answers('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc'))
    await clock.started(1000)
    clock.pass(1000)
    const result = await sending
    expect(result).toMatchObject({ outcome: 'delivered', response: { body: 'abc', truncated: true } })
    expect(watched.sockets[0]?.destroyed).toBe(true)
  })

  test('is not prolonged by a body that drips', async () => {
    const sending = deliver(answers('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n'))
    await clock.started(1000)
    clock.pass(500)
    for (const socket of receiver.open) socket.write('1\r\nb\r\n')
    clock.pass(500)
    expect(await sending).toMatchObject({ outcome: 'delivered', response: { truncated: true } })
  })
})

describe('what is read of an answer', () => {
  /** One read of the kernel's buffer may bring 64 KiB, and TLS works in records of 16. */
  const oneRead = 80 * 1024

  test.each([
    ['body of a known length', 'HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n'],
    ['body until the end', 'HTTP/1.1 200 OK\r\n\r\n'],
  ])('is 16 KiB of an endless %s, and the connection closes', async (_, head) => {
    const result = await deliver(endless(head, 'x'.repeat(16_384)))
    expect(result).toMatchObject({ outcome: 'delivered', response: { truncated: true } })
    expect(result.response?.body).toHaveLength(16_384)
    expect(watched.sockets[0]?.destroyed).toBe(true)
    expect(watched.sockets[0]?.bytesRead).toBeLessThanOrEqual(16_384 + oneRead)
  })

  test.each([
    ['1xx answers', '', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)],
    ['1xx answers of another kind', '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(100)],
    ['a status line', 'HTTP/1.1 200 ', 'O'.repeat(4096)],
    ['a header', 'HTTP/1.1 200 OK\r\nx-a: ', 'x'.repeat(4096)],
    ['headers', 'HTTP/1.1 200 OK\r\n', 'x-a: b\r\n'.repeat(500)],
  ])('is little of endless %s: the attempt fails', async (_, start, again) => {
    const result = await deliver(endless(start, again))
    expect(result).toMatchObject({ outcome: 'connection_error', status: null, response: null })
    expect(result.error).toMatch(/head/)
    expect(watched.sockets[0]?.destroyed).toBe(true)
    expect(watched.sockets[0]?.bytesRead).toBeLessThanOrEqual(32_768 + oneRead)
  })

  test('is never unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`
    const result = await deliver(answers(Buffer.concat([Buffer.from(head), bomb])))
    expect(result).toMatchObject({
      outcome: 'delivered',
      response: { headers: { 'content-encoding': 'gzip' } },
    })
    expect(result.response?.body.length).toBeLessThanOrEqual(16_384)
  })

  test('is its text, head and all', async () => {
    const text =
      'HTTP/1.1 202 Accepted\r\nX-Trace: a\r\nset-cookie: b\r\nset-cookie: c\r\ncontent-length: 4\r\n\r\nyes!'
    expect((await deliver(answers(text))).response).toEqual({
      status: 202,
      headers: { 'x-trace': 'a', 'set-cookie': 'b, c', 'content-length': '4' },
      body: 'yes!',
      truncated: false,
    })
  })
})

describe('a status', () => {
  test.each([200, 201, 202, 204, 299])('%i is a delivery', async (status) => {
    const result = await deliver(answers(`HTTP/1.1 ${status} Fine\r\ncontent-length: 0\r\n\r\n`))
    expect(result).toMatchObject({ outcome: 'delivered', status, error: null, retryAfterSeconds: null })
  })

  test.each([301, 302, 303, 307, 308])('%i is not followed, and fails', async (status) => {
    const result = await deliver(
      answers(
        `HTTP/1.1 ${status} There\r\nlocation: https://receiver.test:${receiver.port}/b\r\ncontent-length: 0\r\n\r\n`,
      ),
    )
    expect(result).toMatchObject({ outcome: 'bad_status', status })
    expect(result.error).toMatch(/redirect, which is not followed/)
    expect(receiver.requests).toHaveLength(1)
  })

  test.each([304, 400, 401, 404, 410, 500, 503])('%i fails', async (status) => {
    const result = await deliver(answers(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`))
    expect(result).toMatchObject({ outcome: 'bad_status', status, retryAfterSeconds: null })
  })

  test('429 says how long to wait', async () => {
    const result = await deliver(
      answers('HTTP/1.1 429 Slow\r\nretry-after: 1200\r\ncontent-length: 0\r\n\r\n'),
    )
    expect(result).toMatchObject({ outcome: 'bad_status', status: 429, retryAfterSeconds: 1200 })
  })

  test.each(['100 Continue', '102 Processing', '103 Early Hints'])(
    'is waited for behind %s',
    async (line) => {
      const result = await deliver(answers(`HTTP/1.1 ${line}\r\n\r\n${okAnswer}`))
      expect(result).toMatchObject({ outcome: 'delivered', status: 200, response: { body: 'ok' } })
    },
  )
})

describe('what is no answer', () => {
  test.each<[string, Behave]>([
    ['a reset', (_socket, _request, reset) => reset()],
    ['an end', (socket) => socket.end()],
    ['half a head', (socket) => socket.end('HTTP/1.1 200 OK\r\nx-a')],
    ['HTTP/0.9', (socket) => socket.end('Thank you\n')],
    ['garbage', (socket) => socket.end(Buffer.alloc(2000, '\u0000\u0001\u00ff\r\n'))],
    ['a change of protocol', answers('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')],
    ['two lengths', answers('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab')],
  ])('%s fails the attempt', async (_, hell) => {
    const result = await deliver(hell)
    expect(result).toMatchObject({ outcome: 'connection_error', status: null, response: null })
    expect(result.error).toMatch(/closed the connection|not valid HTTP/)
    expect(receiver.requests).toHaveLength(1)
    expect(watched.sockets[0]?.destroyed).toBe(true)
  })

  test('a body that breaks off leaves the status as it was', async () => {
    const result = await deliver((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'))
    expect(result).toMatchObject({ outcome: 'delivered', response: { body: 'abc', truncated: true } })
  })
})

describe('what is sent (spec 4.4)', () => {
  test('are these headers and the very bytes of the body', async () => {
    const sending = deliver(answers(okAnswer))
    const [result, request] = await Promise.all([sending, receiver.received(1)])
    const headers = result.request?.headers ?? {}
    expect(request.path).toBe('/hook?shop=1')
    expect(request.lines).toEqual([
      `Host: receiver.test:${receiver.port}`,
      'Connection: keep-alive',
      'Content-Type: application/json',
      `webhook-id: ${headers['webhook-id']}`,
      `webhook-timestamp: ${headers['webhook-timestamp']}`,
      `webhook-signature: ${headers['webhook-signature']}`,
      'X-Webhook-Event: conversation.started',
      'User-Agent: Parley-Webhook/1.0',
      `Content-Length: ${request.body.length}`,
    ])
    expect(JSON.parse(request.body.toString())).toMatchObject({ event_id: headers['webhook-id'] })
  })
})
