import type { Client } from 'undici'
import type { TLSSocket } from 'node:tls'
// The package's front door brings in fetch, caches and mocks (28 MB against 15) and takes the place of the
// dispatcher that Node's own fetch uses, with it the operator's proxy settings for everything else in the process.
import UndiciClient from 'undici/lib/dispatcher/client.js'
import { readPastContinue } from './informational.ts'

/** One TLS connection with undici's HTTP/1.1 on it. A single request uses it at a time. */
export interface Connection {
  readonly origin: string
  readonly socket: TLSSocket
  readonly client: Client
  /** Unix milliseconds. */
  readonly since: number
}

export interface Connections {
  /** A connection that was used before and looks alive, which the peer may have closed without our knowing. */
  takeIdle(origin: string): Connection | null
  adopt(origin: string, socket: TLSSocket): Connection
  /** Keeps it for the next request to the same origin, unless it is closed. */
  release(connection: Connection): void
  discard(connection: Connection): void
  close(): void
}

export const maxHeadBytes = 16_384

/** All in milliseconds. Many servers close after 5 s of silence; one minute, so that a moved name is followed. */
const limits = { idle: 4000, idleWhenAsked: 15_000, age: 60_000 }
const mostIdle = 512

/**
 * Idle connections by origin, the last used first. One undici client for each connection instead of its agent: so the
 * name is looked up, judged and dialled before a request exists, its time is taken right before it is written,
 * and it is known whether a connection was used before. Webhooks of different organizations at one origin share what
 * is idle, and never wait for each other: who finds none opens another one.
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

  function discard(connection: Connection): void {
    forget(connection)
    connection.socket.destroy()
    void connection.client.destroy()
  }

  return {
    takeIdle(origin) {
      const list = idle.get(origin)
      for (let connection = list?.pop(); connection; connection = list?.pop()) {
        idleCount -= 1
        if (list?.length === 0) idle.delete(origin)
        if (usable(connection)) return connection
        discard(connection)
      }
      return null
    },
    adopt(origin, socket) {
      readPastContinue(socket)
      let given = false
      const client: Client = new UndiciClient(origin, {
        // Once. undici would ask again to connect anew by itself; and it loses an answer given at once.
        connect: (_options, callback) => {
          const first = !given
          given = true
          queueMicrotask(() => (first ? callback(null, socket) : callback(new Error('closed'), null)))
        },
        pipelining: 1,
        keepAliveTimeout: limits.idle,
        keepAliveMaxTimeout: limits.idleWhenAsked,
        maxHeaderSize: maxHeadBytes,
        // Our own timers decide: these are coarse (10.0 s fires at 10.5), and a drip resets the second one.
        headersTimeout: 0,
        bodyTimeout: 0,
        allowH2: false,
      })
      const connection: Connection = { origin, socket, client, since: Date.now() }
      client.on('disconnect', () => discard(connection))
      all.add(connection)
      if (closed) socket.destroy()
      return connection
    },
    release(connection) {
      if (closed || !usable(connection) || idleCount >= mostIdle) return discard(connection)
      const list = idle.get(connection.origin) ?? []
      idle.set(connection.origin, list)
      list.push(connection)
      idleCount += 1
    },
    discard,
    close() {
      closed = true
      for (const connection of all) discard(connection)
    },
  }
}

function usable(connection: Connection): boolean {
  const { socket } = connection
  return !socket.destroyed && socket.writable && Date.now() - connection.since < limits.age
}
