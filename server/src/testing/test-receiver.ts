import { Webhook } from 'standardwebhooks'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import type { Certified } from './test-certificates.ts'

/** A received request. */
export interface Received {
  path: string
  /** Names in lower case, in the order received. */
  headers: Map<string, string>
  /** The raw header lines. */
  lines: string[]
  body: Buffer
  /** Number of the connection, starting at 1. */
  connection: number
}

export interface TestReceiver {
  port: number
  requests: Received[]
  /** Number of TLS connections accepted so far. */
  connections: number
  open: Set<TLSSocket>
  /** Resolves with the n-th request (from 1) once it has arrived. */
  received(count: number): Promise<Received>
  stop(): Promise<void>
}

/** Handles a complete request, for example by writing raw bytes or resetting the connection. */
export type Behave = (socket: TLSSocket, request: Received, reset: () => void) => void

export const okAnswer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

/**
 * A webhook receiver on loopback with raw access to the HTTPS connection. Each request is verified by the official library
 * before `behave` is called; a failed verification crashes the test process with the reason.
 */
export async function startTestReceiver(
  certified: Certified,
  secret: string,
  behave: Behave = (socket) => socket.write(okAnswer),
): Promise<TestReceiver> {
  /** TCP sockets below TLS, by client port. */
  const raw = new Map<number | undefined, Socket>()
  const waiting: { count: number; resolve: (request: Received) => void }[] = []
  const receiver: TestReceiver = {
    port: 0,
    requests: [],
    connections: 0,
    open: new Set(),
    received(count) {
      const there = receiver.requests[count - 1]
      if (there) return Promise.resolve(there)
      return new Promise((resolve) => waiting.push({ count, resolve }))
    },
    async stop() {
      for (const socket of receiver.open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer({ ...certified }, (socket) => {
    receiver.connections += 1
    const connection = receiver.connections
    receiver.open.add(socket)
    socket.on('close', () => receiver.open.delete(socket))
    socket.on('error', () => {})
    let bytes = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      for (let request = readRequest(bytes, connection); request; request = readRequest(bytes, connection)) {
        bytes = bytes.subarray(request.length)
        verify(request.received, secret)
        receiver.requests.push(request.received)
        for (const wait of waiting) {
          if (wait.count === receiver.requests.length) wait.resolve(request.received)
        }
        behave(socket, request.received, () => raw.get(socket.remotePort)?.resetAndDestroy())
      }
    })
  })
  server.on('connection', (socket) => {
    raw.set(socket.remotePort, socket)
    socket.on('close', () => raw.delete(socket.remotePort))
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.port = (server.address() as AddressInfo).port
  return receiver
}

function readRequest(bytes: Buffer, connection: number): { received: Received; length: number } | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return null
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const length = end + 4 + Number(headers.get('content-length'))
  if (bytes.length < length) return null
  const body = Buffer.from(bytes.subarray(end + 4, length))
  return { received: { path: first.split(' ')[1] ?? '', headers, lines, body, connection }, length }
}

function verify(request: Received, secret: string): void {
  new Webhook(secret).verify(request.body, Object.fromEntries(request.headers))
}
