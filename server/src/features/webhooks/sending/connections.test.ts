import { once } from 'node:events'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { okAnswer, startTestReceiver, type Behave } from '../../../testing/test-receiver.ts'
import {
  createTestSender,
  testCertificate,
  testDelivery,
  testSecret,
  watchSockets,
} from '../../../testing/test-sender.ts'
import type { SenderOptions } from './sender.ts'

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step()
})

const watched = watchSockets()
afterAll(watched.stop)

async function meet(behave: Behave, options: Partial<SenderOptions> = {}) {
  const receiver = await startTestReceiver(testCertificate, testSecret, behave)
  const sender = createTestSender(options)
  cleanUp.push(sender.close, receiver.stop)
  return { receiver, sender, send: () => sender.send(testDelivery(receiver.port)) }
}

/** Returns the connection number of each request. */
const path = (receiver: { requests: { connection: number }[] }) =>
  receiver.requests.map((request) => request.connection)

describe('a connection', () => {
  test('is reused for later requests', async () => {
    const { receiver, send } = await meet((socket) => socket.write(okAnswer))
    for (let count = 0; count < 3; count++) expect(await send()).toMatchObject({ outcome: 'delivered' })
    expect(path(receiver)).toEqual([1, 1, 1])
  })

  test('is never waited for: if it is busy, a new one is opened', async () => {
    const { receiver, send } = await meet((socket, request) => {
      if (request.connection === 2) socket.write(okAnswer)
    })
    const hanging = send()
    await receiver.received(1)
    expect(await send()).toMatchObject({ outcome: 'delivered' })
    for (const socket of receiver.open) socket.destroy()
    expect(await hanging).toMatchObject({ outcome: 'connection_error' })
  })

  test.each<[string, string]>([
    ['with "connection: close"', 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok'],
    [
      'with a keep-alive timeout of 1 s',
      'HTTP/1.1 200 OK\r\nkeep-alive: timeout=1\r\ncontent-length: 2\r\n\r\nok',
    ],
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok'],
    [
      'with a longer response than is read',
      `HTTP/1.1 200 OK\r\ncontent-length: 20000\r\n\r\n${'x'.repeat(20_000)}`,
    ],
    ['with an unsolicited second response', `${okAnswer}${okAnswer}`],
  ])('%s is not reused', async (_, answer) => {
    const { receiver, send } = await meet((socket) => socket.write(answer))
    await send()
    expect(await send()).toMatchObject({ outcome: 'delivered' })
    expect(path(receiver)).toEqual([1, 2])
  })
})

describe('an idle connection', () => {
  test.each([
    ['4 s', '', 4000],
    ['a second less than the receiver announces', 'keep-alive: timeout=3\r\n', 2000],
    ['15 s at most', 'keep-alive: timeout=600\r\n', 15_000],
  ])('is closed after %s, but not while in use', async (_, header, milliseconds) => {
    const { receiver, send } = await meet((socket) => {
      if (receiver.requests.length > 1) return
      socket.write(`HTTP/1.1 200 OK\r\n${header}content-length: 0\r\n\r\n`)
    })
    await send()
    const socket = watched.sockets.at(-1)
    expect(socket?.timeout).toBe(milliseconds)
    const second = send()
    await receiver.received(2)
    expect(watched.sockets.at(-1)).toBe(socket)
    expect(socket?.timeout).toBe(0)
    for (const open of receiver.open) open.write(okAnswer)
    expect(await second).toMatchObject({ outcome: 'delivered' })
  })

  test('is closed if it receives unsolicited data', async () => {
    const { receiver, send } = await meet((socket) => socket.write(okAnswer))
    await send()
    const [kept] = receiver.open
    if (!kept) throw new Error('The connection was not kept')
    const closed = once(kept, 'close')
    kept.write('HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n')
    await closed
    expect(await send()).toMatchObject({ outcome: 'delivered', status: 200 })
    expect(path(receiver)).toEqual([1, 2])
  })

  test('is not reused after a minute, because its DNS record may have changed', async () => {
    const { receiver, send } = await meet((socket) => socket.write(okAnswer))
    await send()
    const later = Date.now() + 60_000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    await send()
    expect(path(receiver)).toEqual([1, 2])
  })
})

describe('a connection closed while idle', () => {
  test('does not use up the attempt: the event is sent on a new one, with a new timestamp and signature', async () => {
    let seconds = Math.floor(Date.now() / 1000)
    const now = () => (seconds += 1) * 1000
    const { receiver, send } = await meet(
      (socket, request, reset) => {
        if (receiver.requests.length === 2) reset()
        else socket.write(okAnswer)
        void request
      },
      { now },
    )
    await send()
    const result = await send()
    expect(result).toMatchObject({ outcome: 'delivered' })
    expect(path(receiver)).toEqual([1, 1, 2])
    const [, lost, again] = receiver.requests
    expect(again?.headers.get('webhook-id')).toBe(lost?.headers.get('webhook-id'))
    expect(Number(again?.headers.get('webhook-timestamp'))).toBeGreaterThan(
      Number(lost?.headers.get('webhook-timestamp')),
    )
    expect(result.request?.headers['webhook-signature']).toBe(again?.headers.get('webhook-signature'))
  })

  test('is replaced only once', async () => {
    const { receiver, send } = await meet((socket) => {
      if (receiver.requests.length === 1) socket.write(okAnswer)
      else socket.destroy()
    })
    await send()
    expect(await send()).toMatchObject({ outcome: 'connection_error' })
    expect(path(receiver)).toEqual([1, 1, 2])
  })

  test('leaves its request in the log if no new one can be opened, because the receiver may have read it', async () => {
    const { receiver, send } = await meet((socket) => {
      if (receiver.requests.length === 1) socket.write(okAnswer)
      else void receiver.stop()
    })
    await send()
    const result = await send()
    expect(result).toMatchObject({ outcome: 'connection_error', failure: { code: 'receiver_refused' } })
    expect(receiver.requests).toHaveLength(2)
    const [, lost] = receiver.requests
    expect(result.request?.headers['webhook-signature']).toBe(lost?.headers.get('webhook-signature'))
  })

  test('is not replaced after the first byte of a response', async () => {
    const { receiver, send } = await meet((socket) => {
      if (receiver.requests.length === 1) socket.write(okAnswer)
      else socket.end('HTTP/1.1 2')
    })
    await send()
    expect(await send()).toMatchObject({ outcome: 'connection_error' })
    expect(path(receiver)).toEqual([1, 1])
  })

  test('is not replaced if it was new', async () => {
    const { receiver, send } = await meet((socket) => socket.destroy())
    expect(await send()).toMatchObject({ outcome: 'connection_error' })
    expect(path(receiver)).toEqual([1])
  })
})

test('close ends idle connections and requests in flight', async () => {
  const { receiver, sender, send } = await meet((socket, request) => {
    if (request.connection === 1) socket.write(okAnswer)
  })
  await send()
  const [kept] = receiver.open
  const keptIsClosed = new Promise((done) => kept?.once('close', done))
  const first = send()
  await receiver.received(2)
  const hanging = send()
  await receiver.received(3)
  sender.close()
  expect(await first).toMatchObject({ outcome: 'delivered' })
  expect(await hanging).toMatchObject({ outcome: 'connection_error' })
  await keptIsClosed
})
