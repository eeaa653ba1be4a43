import { errorCodes, type ErrorCode } from '@parley/protocol/error'
import { maxFrameBytes, subprotocol } from '@parley/protocol/rpc'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { AppError } from '../core/app-error.ts'
import { problemOf } from '../core/http.ts'
import { SocketSession, type SocketKind } from './socket-session.ts'

/** One address that answers upgrades, with all its sessions. */
export interface SocketEndpoint<Context> {
  path: string
  kind: SocketKind<Context>
  /** Decides on the upgrade; throws AppError to refuse. What it answers becomes the session's context. */
  admit(request: IncomingMessage): Context | Promise<Context>
  onOpen(session: SocketSession<Context>): void
  sessions: Set<SocketSession<Context>>
}

export interface SocketServer {
  /** Every endpoint's sessions get `draining`, then 1012 (SPEC B2). Resolves when all have left. */
  drain(within: number): Promise<void>
}

/** A peer that does not answer a close must not hold a stop up (the types of ws do not know this option yet). */
const promptClose: object = { closeTimeout: 5_000 }

/** Attaches endpoints to an HTTP server. Upgrades to other addresses are answered with 404. */
export function attachSockets(
  server: Server,
  endpoints: SocketEndpoint<never>[],
  onSurprise: (error: unknown) => void,
): SocketServer {
  const byPath = new Map(
    endpoints.map((endpoint) => [endpoint.path, endpoint as unknown as SocketEndpoint<unknown>]),
  )
  const acceptor = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxFrameBytes,
    // Frames are small, and a deflate context costs more memory than the whole rest of a session.
    perMessageDeflate: false,
    ...promptClose,
    handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
  })
  let draining = false

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const endpoint = byPath.get(path)
    if (!endpoint) return refuse(socket, 'not_found')
    if (draining) return refuse(socket, 'unavailable')
    if (!offersSubprotocol(request))
      return refuse(socket, 'invalid_request', `Ask for the subprotocol ${subprotocol}.`)
    let context: unknown
    try {
      context = await endpoint.admit(request)
    } catch (error) {
      if (error instanceof AppError) return refuse(socket, error.code, error.detail)
      onSurprise(error)
      return refuse(socket, 'internal')
    }
    if (socket.destroyed) return
    if (draining) return refuse(socket, 'unavailable')
    acceptor.handleUpgrade(request, socket, head, (ws) => {
      const session = new SocketSession(endpoint.kind, ws, socket, context)
      endpoint.sessions.add(session)
      endpoint.onOpen(session)
    })
  }

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A peer that breaks off during the handshake is no surprise.
    socket.on('error', () => socket.destroy())
    void upgrade(request, socket, head).catch((error: unknown) => {
      onSurprise(error)
      socket.destroy()
    })
  }
  server.on('upgrade', onUpgrade)

  return {
    async drain(within) {
      draining = true
      const all = [...byPath.values()].flatMap((endpoint) => [...endpoint.sessions])
      for (const session of all) {
        session.notify('draining', { within })
        session.close('restarting')
      }
    },
  }
}

function offersSubprotocol(request: IncomingMessage): boolean {
  const offered = request.headers['sec-websocket-protocol'] ?? ''
  return offered.split(',').some((name) => name.trim() === subprotocol)
}

/** An upgrade is refused with an ordinary HTTP answer, so that it can be read with any tool. */
function refuse(socket: Duplex, code: ErrorCode, detail?: string): void {
  const { status } = errorCodes[code]
  const body = JSON.stringify(problemOf(code, detail === undefined ? {} : { detail }))
  // The server leaves a half-closed connection open until the peer ends it too, which it may never do.
  socket.once('finish', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
