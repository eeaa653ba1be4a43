import { subprotocol } from '@parley/protocol/rpc'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import WebSocket from 'ws'
import { createAdmission } from './admission.ts'
import { attachSockets } from './socket-server.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server whose only handshake never ends, so that all upgrades are held until `admission.open`. */
async function busyServer() {
  const admission = createAdmission({ running: 1, waiting: 1, held: 10 })
  for (let count = 0; count < 2; count += 1) void admission.connect('widget', () => new Promise(() => {}))
  const places: { left: Promise<void> }[] = []
  const joined = Promise.withResolvers<void>()
  const server = createServer()
  attachSockets(
    server,
    [
      {
        path: '/socket',
        priority: 'widget',
        sessions: new Set<never>(),
        screen: () => {},
        admit: async () => (upgraded: WebSocket) => upgraded.send('welcome'),
      },
    ],
    {
      admission: {
        ...admission,
        upgrade(priority, network) {
          const place = admission.upgrade(priority, network)
          if (!place) return null
          const left = Promise.withResolvers<void>()
          places.push({ left: left.promise })
          joined.resolve()
          return {
            turn: place.turn,
            leave() {
              place.leave()
              left.resolve()
            },
          }
        },
      },
      networkOf: () => '192.0.2.1',
      onError: (error) => {
        throw error
      },
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return { admission, places, joined: joined.promise, port: (server.address() as AddressInfo).port }
}

test('a client that ends its side while its upgrade is held frees its place', async () => {
  const { places, joined, port } = await busyServer()
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  closing.push(() => client.destroy())
  client.write(
    'GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: ${subprotocol}\r\n\r\n`,
  )
  await joined
  client.end()
  await places[0]?.left
})

test('a client whose upgrade was held is connected when its turn comes, and is heard', async () => {
  const { admission, joined, port } = await busyServer()
  const client = new WebSocket(`ws://127.0.0.1:${port}/socket`, [subprotocol])
  closing.push(() => client.terminate())
  await joined
  admission.open()
  const [message] = (await once(client, 'message')) as [Buffer]
  expect(message.toString()).toBe('welcome')
  client.close(1000)
  const [code] = (await once(client, 'close')) as [number]
  expect(code).toBe(1000)
})
