import type { TLSSocket } from 'node:tls'

/** A TLS connection, used by one request at a time. */
export interface Connection {
  readonly origin: string
  readonly socket: TLSSocket
  /** Unix milliseconds. */
  readonly openedAt: number
  /** Receives the data; null while the connection is idle. */
  handler: ConnectionHandler | null
}

export interface ConnectionHandler {
  data(chunk: Buffer): void
  /** The peer has ended its side. */
  end(): void
  /** The connection is closed, with the error if there was one. */
  close(error: Error | null): void
}

export interface Connections {
  /** Returns an idle connection that looks alive; the peer may have closed it already. */
  takeIdle(origin: string): Connection | null
  adopt(origin: string, socket: TLSSocket): Connection
  /** Keeps the connection for the next request to its origin. `keepAliveMs`: the peer's idle timeout, null if it sent none. */
  release(connection: Connection, keepAliveMs: number | null): void
  close(): void
}

/**
 * In milliseconds. Many servers close idle connections after 5 s, and a request sent while the peer closes must be sent twice, so
 * the idle timeout is shorter; `margin` is subtracted from a timeout the peer announces. `maxAge` limits how long a changed DNS
 * record is ignored.
 */
const limitsMs = { idle: 4000, maxIdle: 15_000, margin: 1000, maxAge: 60_000 }
const maxIdleConnections = 1024

/**
 * Pool of idle connections by origin, most recently used first. Webhooks of different organizations with the same origin share
 * idle connections and never wait for each other: if none is idle, a new one is opened.
 */
export function createConnections(): Connections {
  const idle = new Map<string, Connection[]>()
  const all = new Set<Connection>()
  let idleCount = 0
  let closed = false

  function forget(connection: Connection): void {
    all.delete(connection)
    const list = idle.get(connection.origin)
    const index = list?.indexOf(connection) ?? -1
    if (!list || index === -1) return
    list.splice(index, 1)
    idleCount -= 1
    if (list.length === 0) idle.delete(connection.origin)
  }

  return {
    takeIdle(origin) {
      const list = idle.get(origin)
      for (let connection = list?.pop(); connection; connection = list?.pop()) {
        idleCount -= 1
        if (list?.length === 0) idle.delete(origin)
        connection.socket.setTimeout(0)
        if (usable(connection)) return connection
        connection.socket.destroy()
      }
      return null
    },
    adopt(origin, socket) {
      const connection: Connection = { origin, socket, openedAt: Date.now(), handler: null }
      let error: Error | null = null
      socket.on('data', (chunk: Buffer) => {
        // An unsolicited response must not be read as the response to the next request.
        if (connection.handler === null) socket.destroy()
        else connection.handler.data(chunk)
      })
      socket.on('end', () => connection.handler?.end())
      socket.on('error', (cause) => (error = cause))
      socket.on('timeout', () => socket.destroy())
      socket.on('close', () => {
        forget(connection)
        connection.handler?.close(error)
      })
      all.add(connection)
      if (closed) socket.destroy()
      return connection
    },
    release(connection, keepAliveMs) {
      const idleMs =
        keepAliveMs === null ? limitsMs.idle : Math.min(keepAliveMs - limitsMs.margin, limitsMs.maxIdle)
      if (closed || idleMs <= 0 || idleCount >= maxIdleConnections || !usable(connection)) {
        connection.socket.destroy()
        return
      }
      connection.socket.setTimeout(idleMs)
      const list = idle.get(connection.origin) ?? []
      idle.set(connection.origin, list)
      list.push(connection)
      idleCount += 1
    },
    close() {
      closed = true
      for (const connection of all) connection.socket.destroy()
    },
  }
}

function usable({ socket, openedAt }: Connection): boolean {
  return !socket.destroyed && socket.writable && Date.now() - openedAt < limitsMs.maxAge
}
