import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { answers, tryReceivers } from '../../../testing/receiver-trial.ts'
import { okAnswer, type Behave } from '../../../testing/test-receiver.ts'

const trial = tryReceivers()

/** A receiver that writes as long as the connection is open. */
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

describe('reading a response', () => {
  /** One read may return 64 KiB, and TLS records have up to 16 KiB. */
  const maxReadBytes = 80 * 1024

  test.each([
    ['body of a known length', 'HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n'],
    ['body until the end', 'HTTP/1.1 200 OK\r\n\r\n'],
  ])('stops after 16 KiB of an endless %s and closes the connection', async (_, head) => {
    const result = await trial.deliver(endless(head, 'x'.repeat(16_384)))
    expect(result).toMatchObject({ outcome: 'delivered', response: { truncated: true } })
    expect(result.response?.body).toHaveLength(16_384)
    expect(trial.sockets[0]?.destroyed).toBe(true)
    expect(trial.sockets[0]?.bytesRead).toBeLessThanOrEqual(16_384 + maxReadBytes)
  })

  test.each([
    ['1xx responses', '', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)],
    ['103 responses', '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(100)],
    ['a status line', 'HTTP/1.1 200 ', 'O'.repeat(4096)],
  ])('stops at endless %s and fails the attempt', async (_, start, again) => {
    const result = await trial.deliver(endless(start, again))
    expect(result).toMatchObject({ outcome: 'connection_error', status: null, response: null })
    expect(result.failure?.code).toBe('answer_too_large')
    expect(trial.sockets[0]?.destroyed).toBe(true)
    expect(trial.sockets[0]?.bytesRead).toBeLessThanOrEqual(32_768 + maxReadBytes)
  })

  test.each([
    ['a header', 'HTTP/1.1 200 OK\r\nx-a: ', 'x'.repeat(4096)],
    ['headers', 'HTTP/1.1 200 OK\r\n', 'x-a: b\r\n'.repeat(500)],
  ])('stops at endless %s after the status line and keeps the status', async (_, start, again) => {
    const result = await trial.deliver(endless(start, again))
    expect(result).toMatchObject({
      outcome: 'delivered',
      status: 200,
      failure: null,
      response: { truncated: true },
    })
    expect(trial.sockets[0]?.destroyed).toBe(true)
    expect(trial.sockets[0]?.bytesRead).toBeLessThanOrEqual(16_384 + maxReadBytes)
  })

  test('does not decompress the body', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`
    const result = await trial.deliver(answers(Buffer.concat([Buffer.from(head), bomb])))
    expect(result).toMatchObject({
      outcome: 'delivered',
      response: { headers: { 'content-encoding': 'gzip' } },
    })
    expect(result.response?.body.length).toBeLessThanOrEqual(16_384)
  })

  test('returns status, headers and body', async () => {
    const text =
      'HTTP/1.1 202 Accepted\r\nX-Trace: a\r\nset-cookie: b\r\nset-cookie: c\r\ncontent-length: 4\r\n\r\nyes!'
    expect((await trial.deliver(answers(text))).response).toEqual({
      status: 202,
      headers: { 'x-trace': 'a', 'set-cookie': 'b, c', 'content-length': '4' },
      body: 'yes!',
      truncated: false,
    })
  })
})

describe('a status', () => {
  test.each([200, 201, 202, 204, 299])('%i is a delivery', async (status) => {
    const result = await trial.deliver(answers(`HTTP/1.1 ${status} Fine\r\ncontent-length: 0\r\n\r\n`))
    expect(result).toMatchObject({ outcome: 'delivered', status, failure: null, retryAfterSeconds: null })
  })

  test.each([301, 302, 303, 307, 308])('%i fails without following the redirect', async (status) => {
    const result = await trial.deliver(
      answers(
        `HTTP/1.1 ${status} There\r\nlocation: https://receiver.test:${trial.receiver.port}/b\r\ncontent-length: 0\r\n\r\n`,
      ),
    )
    expect(result).toMatchObject({ outcome: 'bad_status', status })
    expect(result.failure?.code).toBe('redirected')
    expect(trial.receiver.requests).toHaveLength(1)
  })

  test.each([304, 400, 401, 404, 410, 500, 503])('%i fails', async (status) => {
    const result = await trial.deliver(answers(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`))
    expect(result).toMatchObject({ outcome: 'bad_status', status, retryAfterSeconds: null })
  })

  test('429 may set Retry-After', async () => {
    const result = await trial.deliver(
      answers('HTTP/1.1 429 Slow\r\nretry-after: 1200\r\ncontent-length: 0\r\n\r\n'),
    )
    expect(result).toMatchObject({ outcome: 'bad_status', status: 429, retryAfterSeconds: 1200 })
  })

  test.each(['100 Continue', '102 Processing', '103 Early Hints'])('follows %s', async (line) => {
    const result = await trial.deliver(answers(`HTTP/1.1 ${line}\r\n\r\n${okAnswer}`))
    expect(result).toMatchObject({ outcome: 'delivered', status: 200, response: { body: 'ok' } })
  })
})

describe('invalid responses', () => {
  test.each<[string, Behave]>([
    ['a reset', (_socket, _request, reset) => reset()],
    ['an end', (socket) => socket.end()],
    ['half a status line', (socket) => socket.end('HTTP/1.1 200 OK')],
    ['HTTP/0.9', (socket) => socket.end('Thank you\n')],
    ['garbage', (socket) => socket.end(Buffer.alloc(2000, '\u0000\u0001\u00ff\r\n'))],
    ['a protocol upgrade', answers('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')],
  ])('%s fails the attempt', async (_, behave) => {
    const result = await trial.deliver(behave)
    expect(result).toMatchObject({ outcome: 'connection_error', status: null, response: null })
    expect(result.failure?.code).toMatch(/^(receiver_closed|answer_invalid)$/)
    expect(trial.receiver.requests).toHaveLength(1)
    expect(trial.sockets[0]?.destroyed).toBe(true)
  })

  test.each<[string, Behave]>([
    ['an incomplete head', (socket) => socket.end('HTTP/1.1 200 OK\r\nx-a: b\r\nx-')],
    ['an invalid head', answers('HTTP/1.1 200 OK\r\nx-a: b\r\n folded\r\n\r\n')],
  ])('%s keeps the status and closes the connection', async (_, broken) => {
    const result = await trial.deliver(broken)
    expect(result).toMatchObject({
      outcome: 'delivered',
      response: { status: 200, headers: { 'x-a': 'b' }, body: '', truncated: true },
    })
    expect(trial.sockets[0]?.destroyed).toBe(true)
  })

  test('a reset during the head keeps the status', async () => {
    const sending = trial.deliver(() => {})
    await trial.read('HTTP/1.1 503 Later\r\nretry-after: 60\r\n')
    trial.sockets[0]?.destroy(new Error('reset'))
    expect(await sending).toMatchObject({ outcome: 'bad_status', status: 503, retryAfterSeconds: 60 })
  })

  test('an incomplete body keeps the status', async () => {
    const result = await trial.deliver((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'),
    )
    expect(result).toMatchObject({ outcome: 'delivered', response: { body: 'abc', truncated: true } })
  })
})

describe('the request (spec 4.4)', () => {
  test('has these headers and the exact bytes of the body', async () => {
    const sending = trial.deliver(answers(okAnswer))
    const [result, request] = await Promise.all([sending, trial.receiver.received(1)])
    const headers = result.request?.headers ?? {}
    expect(request.path).toBe('/hook?shop=1')
    expect(request.lines).toEqual([
      `Host: receiver.test:${trial.receiver.port}`,
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
