import type { TLSSocket } from 'node:tls'

/** One TLS connection. A single request uses it at a time. */
export interface Connection {
  readonly origin: string
  readonly socket: TLSSocket
  /** Unix milliseconds. */
  readonly since: number
  /** Who reads what comes; null: nobody, it is kept for the next request. */
  user: ConnectionUser | null
}

export interface ConnectionUser {
  data(chunk: Buffer): void
  /** The other side has ended its half. */
  end(): void
  /** It is gone; with the error, if there was one. */
  close(error: Error | null): void
}

export interface Connections {
  /** A connection that was used before and looks alive, which the peer may have closed without our knowing. */
  takeIdle(origin: string): Connection | null
  adopt(origin: string, socket: TLSSocket): Connection
  /** Keeps it for the next request to the same origin. `hint`: how long the peer says that it does, in milliseconds. */
  keep(connection: Connection, hint: number | null): void
  close(): void
}

/**
 * All in milliseconds. Many servers close after 5 s of silence, and a request that crosses their closing would have to be sent twice; who
 * says how long gets a second less. After a minute it is not used again, so that a moved name is followed.
 */
const limits = { idle: 4000, longestIdle: 15_000, before: 1000, age: 60_000 }
const mostIdle = 1024

/**
 * Idle connections by origin, the last used first. Webhooks of different organizations at one origin share what is idle, and never
 * wait for each other: who finds none opens another one.
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
      const connection: Connection = { origin, socket, since: Date.now(), user: null }
      let error: Error | null = null
      socket.on('data', (chunk: Buffer) => {
        // An answer that nobody asked for must not be taken for that of the next request.
        if (connection.user === null) socket.destroy()
        else connection.user.data(chunk)
      })
      socket.on('end', () => connection.user?.end())
      socket.on('error', (came) => (error = came))
      socket.on('timeout', () => socket.destroy())
      socket.on('close', () => {
        forget(connection)
        connection.user?.close(error)
      })
      all.add(connection)
      if (closed) socket.destroy()
      return connection
    },
    keep(connection, hint) {
      const rest = hint === null ? limits.idle : Math.min(hint - limits.before, limits.longestIdle)
      if (closed || rest <= 0 || idleCount >= mostIdle || !usable(connection)) {
        connection.socket.destroy()
        return
      }
      connection.socket.setTimeout(rest)
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

function usable({ socket, since }: Connection): boolean {
  return !socket.destroyed && socket.writable && Date.now() - since < limits.age
}
