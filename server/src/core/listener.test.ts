import Fastify, { type FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { createListener, type Listener } from './listener.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

interface Listening {
  http: FastifyInstance
  listener: Listener
  port: number
}

async function listen(port = 0): Promise<Listening> {
  const http = Fastify({ forceCloseConnections: true })
  http.get('/', () => 'here')
  const listener = createListener(http)
  stops.push(async () => {
    await Promise.all([listener.close(), http.close()])
  })
  await listener.open({ host: '127.0.0.1', port })
  return { http, listener, port: (http.server.address() as AddressInfo).port }
}

/** Connects from another thread while this one is blocked, so that nothing is accepted meanwhile. */
async function connectWhileBlocked(port: number, count: number): Promise<void> {
  const connected = new Int32Array(new SharedArrayBuffer(4))
  const clients = new Worker(
    `const { workerData: { port, count, connected } } = require('node:worker_threads')
     const { connect } = require('node:net')
     for (let i = 0; i < count; i += 1) {
       const socket = connect(port, '127.0.0.1', () => {
         Atomics.add(connected, 0, 1)
         Atomics.notify(connected, 0)
       })
       socket.on('error', () => {})
     }`,
    { eval: true, workerData: { port, count, connected } },
  )
  stops.push(() => clients.terminate())
  await once(clients, 'online')
  for (let seen = 0; seen < count; seen = Atomics.load(connected, 0)) {
    if (Atomics.wait(connected, 0, seen, 10_000) === 'timed-out') throw new Error(`${seen} have connected`)
  }
}

test('a port in use is refused, also if its owner shares it', async () => {
  const { port } = await listen()
  await expect(listen(port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  const other = createServer()
  stops.push(() => other.close())
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  await expect(listen((other.address() as AddressInfo).port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('a thousand clients that connect while the process is busy are accepted within a few turns of the event loop', async () => {
  const { http, port } = await listen()
  const accepted = new Set<unknown>()
  http.server.on('connection', (socket) => accepted.add(socket))
  await connectWhileBlocked(port, 1_000)
  let turns = 0
  for (; accepted.size < 1_000; turns += 1) await nextTurn()
  expect(turns).toBeLessThan(500)
})

test('every connection is served, and closes with the listener', async () => {
  const { port } = await listen()
  const sockets = Array.from({ length: 40 }, () => connect(port, '127.0.0.1'))
  const answers = sockets.map(async (socket) => {
    socket.write('GET / HTTP/1.1\r\nhost: parley\r\n\r\n')
    const [data] = (await once(socket, 'data')) as [Buffer]
    return data.toString()
  })
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1.1 200 .*here$/s)
  const ended = Promise.all(sockets.map((socket) => once(socket, 'end')))
  await stops.pop()?.()
  await ended
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
