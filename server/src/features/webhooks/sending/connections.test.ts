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

/** Which connection brought each request. */
const path = (receiver: { requests: { connection: number }[] }) =>
  receiver.requests.map((request) => request.connection)

describe('a connection', () => {
  test('is used again for what follows', async () => {
    const { receiver, send } = await meet((socket) => socket.write(okAnswer))
    for (let count = 0; count < 3; count++) expect(await send()).toMatchObject({ outcome: 'delivered' })
    expect(path(receiver)).toEqual([1, 1, 1])
  })

  test('is never waited for: who finds it busy opens another one', async () => {
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
    ['that the receiver closes', 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok'],
    [
      'that keeps for less than 3 s',
      'HTTP/1.1 200 OK\r\nkeep-alive: timeout=1\r\ncontent-length: 2\r\n\r\nok',
    ],
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok'],
    [
      'with more of an answer than we read',
      `HTTP/1.1 200 OK\r\ncontent-length: 20000\r\n\r\n${'x'.repeat(20_000)}`,
    ],
    ['with a second answer that nobody asked for', `${okAnswer}${okAnswer}`],
  ])('%s is not used again', async (_, answer) => {
    const { receiver, send } = await meet((socket) => socket.write(answer))
    await send()
    expect(await send()).toMatchObject({ outcome: 'delivered' })
    expect(path(receiver)).toEqual([1, 2])
  })
})

describe('a connection that is kept', () => {
  test.each([
    ['4 s', '', 4000],
    ['a second less than the receiver says', 'keep-alive: timeout=3\r\n', 2000],
    ['15 s at most', 'keep-alive: timeout=600\r\n', 15_000],
  ])('is closed after %s, and not while it is used', async (_, header, milliseconds) => {
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

  test('is closed when it says something that nobody asked for', async () => {
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

  test('is not used when it is older than a minute: its name may lead elsewhere', async () => {
    const { receiver, send } = await meet((socket) => socket.write(okAnswer))
    await send()
    const later = Date.now() + 60_000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    await send()
    expect(path(receiver)).toEqual([1, 2])
  })
})

describe('a connection that died while it was kept', () => {
  test('costs no attempt: the same event goes out on a fresh one, with a time and signature of its own', async () => {
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

  test('is tried anew only once', async () => {
    const { receiver, send } = await meet((socket) => {
      if (receiver.requests.length === 1) socket.write(okAnswer)
      else socket.destroy()
    })
    await send()
    expect(await send()).toMatchObject({ outcome: 'connection_error' })
    expect(path(receiver)).toEqual([1, 1, 2])
  })

  test('is not tried anew once a byte of an answer had come', async () => {
    const { receiver, send } = await meet((socket) => {
      if (receiver.requests.length === 1) socket.write(okAnswer)
      else socket.end('HTTP/1.1 2')
    })
    await send()
    expect(await send()).toMatchObject({ outcome: 'connection_error' })
    expect(path(receiver)).toEqual([1, 1])
  })

  test('is not tried anew when it was fresh', async () => {
    const { receiver, send } = await meet((socket) => socket.destroy())
    expect(await send()).toMatchObject({ outcome: 'connection_error' })
    expect(path(receiver)).toEqual([1])
  })
})

test('closing ends what is kept and what is under way', async () => {
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
