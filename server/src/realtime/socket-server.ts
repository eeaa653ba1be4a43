import { errorCodes } from '@parley/protocol/error'
import { maxFrameBytes, subprotocol } from '@parley/protocol/rpc'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { AppError } from '../core/app-error.ts'
import { expectedError } from '../core/expected-error.ts'
import { problemOf } from '../core/http.ts'
import type { Admission, Priority } from './admission.ts'
import type { Place } from './fair-line.ts'
import type { AnySession } from './socket-session.ts'
import { coalesceWrites } from './write-coalescing.ts'

/** Makes a session of an upgraded socket. @param stream the connection below `socket` */
export type OpenSession = (socket: WebSocket, stream: Duplex) => void

/** One address that accepts upgrades. Its kind of session stays its own affair. */
export interface SocketEndpoint {
  readonly path: string
  readonly priority: Priority
  readonly sessions: Iterable<AnySession>
  /** Checks what needs no look-up, before the upgrade may wait. @throws AppError to refuse the upgrade */
  screen(request: IncomingMessage): void
  /** @throws AppError to refuse the upgrade */
  admit(request: IncomingMessage): Promise<OpenSession>
}

export interface SocketServer {
  /**
   * Refuses upgrades from now on, and closes every session with `draining` and 1012 (SPEC B2): agents first, and widgets with
   * more time the more there are.
   */
  drain(): void
}

/** A peer that does not answer a close must not delay a stop. The types of ws lack this option. */
const promptClose: object = { closeTimeout: 5_000 }

const order: Record<Priority, number> = { agent: 0, widget: 1 }

/** Reconnects per millisecond that a process answers beside its other work (docs/performance.md, Handshake). */
const reconnectsPerMs = 2
const minSpreadMs = 1_000
const maxSpreadMs = 10_000

/** Time within which this many clients reconnect, each at a random moment (ms). */
export const spreadMs = (clients: number): number =>
  Math.ceil(Math.min(maxSpreadMs, Math.max(minSpreadMs, clients / reconnectsPerMs)))

/** Attaches endpoints to an HTTP server. Upgrades to other addresses are refused with 404. */
export function attachSockets(
  server: Server,
  endpoints: SocketEndpoint[],
  deps: {
    admission: Admission
    networkOf: (request: IncomingMessage) => string
    onError: (error: unknown) => void
  },
): SocketServer {
  const { admission, onError } = deps
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]))
  const acceptor = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxFrameBytes,
    // Frames are small, and a deflate context takes more memory than the rest of a session.
    perMessageDeflate: false,
    ...promptClose,
    handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
  })
  let draining = false

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const endpoint = byPath.get(path)
    if (!endpoint) return refuse(socket, new AppError('not_found'))
    if (draining) return refuse(socket, new AppError('unavailable'))
    if (!offersSubprotocol(request)) {
      return refuse(
        socket,
        new AppError('invalid_request', { detail: `Ask for the subprotocol ${subprotocol}.` }),
      )
    }
    let open: OpenSession
    try {
      endpoint.screen(request)
      const held = admission.upgrade(endpoint.priority, deps.networkOf(request))
      if (held && !(await turnOf(held, socket))) throw new AppError('unavailable')
      if (socket.destroyed) return
      if (draining) return refuse(socket, new AppError('unavailable'))
      open = await endpoint.admit(request)
    } catch (error) {
      const expected = expectedError(error)
      if (expected !== error) onError(error)
      return refuse(socket, expected ?? new AppError('internal'))
    }
    if (socket.destroyed) return
    if (draining) return refuse(socket, new AppError('unavailable'))
    // The response leaves together with the session's first frame.
    coalesceWrites(socket)
    acceptor.handleUpgrade(request, socket, head, (upgraded) => open(upgraded, socket))
  }

  server.on('upgrade', (request, socket, head) => {
    // A peer may break off during the handshake at any time.
    socket.on('error', () => socket.destroy())
    void upgrade(request, socket, head).catch((error: unknown) => {
      onError(error)
      socket.destroy()
    })
  })

  return {
    drain() {
      draining = true
      admission.open()
      const byPriority = endpoints.toSorted((one, other) => order[one.priority] - order[other.priority])
      for (const { priority, sessions } of byPriority) {
        const all = [...sessions]
        const within = priority === 'agent' ? minSpreadMs : spreadMs(all.length)
        for (const session of all) {
          session.notify('draining', { within })
          session.close('restarting')
        }
      }
    },
  }
}

/** Returns false when the upgrade is refused, or its client has gone: then its place is free. */
async function turnOf(place: Place, socket: Duplex): Promise<boolean> {
  // The server keeps the connection of a client that has ended its side half-open, and 'close' does not follow.
  const leave = () => {
    place.leave()
    socket.destroy()
  }
  socket.once('close', leave).once('end', leave)
  const admitted = await place.turn
  socket.off('close', leave).off('end', leave)
  return admitted
}

function offersSubprotocol(request: IncomingMessage): boolean {
  const offered = request.headers['sec-websocket-protocol'] ?? ''
  return offered.split(',').some((name) => name.trim() === subprotocol)
}

/** Refuses an upgrade with an ordinary HTTP response, readable with any tool. */
function refuse(socket: Duplex, { code, detail, retryAfter }: AppError): void {
  const { status } = errorCodes[code]
  const body = JSON.stringify(problemOf(code, detail === undefined ? {} : { detail }))
  // The server keeps a half-closed connection open until the peer ends it too, which may be never.
  socket.once('finish', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: application/problem+json\r\n` +
      (retryAfter === undefined ? '' : `Retry-After: ${Math.ceil(retryAfter)}\r\n`) +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
