import { subprotocol } from '@parley/protocol/rpc'
import { once } from 'node:events'
import WebSocket from 'ws'
import type { Member } from './members.ts'
import { openRawSocket } from './raw-socket.ts'

/** Target of a connection. */
export interface Target {
  port: number
  origin: string
}

/** Connects a client; it has disconnected when the promise resolves. */
export interface Client {
  accept(target: Target): Promise<void>
  connect(target: Target & { providerId: string }, member: Member): Promise<void>
}

const socketPath = '/v1/public/socket'
const done = ''
const welcome = '{"jsonrpc":"2.0","id":1,"result":'

/** The member's reply to a frame; `done` after the final response; null: no reply. */
function reply(text: string, providerId: string, { token, prove }: Member): string | null {
  if (text.startsWith(welcome)) return done
  const nonce = /"nonce":"([\w-]+)"/.exec(text)?.[1]
  // The heartbeat also reaches sockets that are still connecting.
  if (nonce === undefined && text.includes('"method":"ping"')) return null
  if (nonce === undefined) throw new Error(text)
  const params = { provider_id: providerId, proof: prove(nonce), token }
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'connect', params })
}

/** `ws` as the client: it costs more than any of the measured servers. */
export const libraryClient: Client = {
  async accept({ port, origin }) {
    const socket = open(`ws://127.0.0.1:${port}/`, origin)
    socket.on('open', () => socket.terminate())
    await once(socket, 'close')
  },
  async connect({ port, origin, providerId }, member) {
    const socket = open(`ws://127.0.0.1:${port}${socketPath}`, origin)
    socket.on('message', (data: Buffer) => {
      try {
        const said = reply(data.toString(), providerId, member)
        if (said === done) socket.terminate()
        else if (said !== null) socket.send(said)
      } catch (error) {
        // Rejects `once`, so that the benchmark stops its service and database.
        socket.emit('error', error)
        socket.removeAllListeners('message').terminate()
      }
    })
    await once(socket, 'close')
  },
}

const open = (url: string, origin: string) =>
  new WebSocket(url, [subprotocol], { origin, perMessageDeflate: false })

/** A minimal client, so that the server dominates the measurement. */
export const lightClient: Client = {
  accept({ port, origin }) {
    const { end, closed } = openRawSocket({ port, path: '/', origin }, { opened: () => end() })
    return closed
  },
  connect({ port, origin, providerId }, member) {
    const { end, closed, fail } = openRawSocket(
      { port, path: socketPath, origin },
      {
        frame(text, send) {
          try {
            const said = reply(text, providerId, member)
            if (said === done) end()
            else if (said !== null) send(said)
          } catch (error) {
            fail(error as Error)
          }
        },
      },
    )
    return closed
  },
}
