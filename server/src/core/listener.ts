import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/**
 * Backlog of each socket, limited by `net.core.somaxconn`. The kernel drops further connections, and a browser
 * repeats its SYN after 1, 3, 7 and 15 s.
 */
const backlog = 4_096
/**
 * libuv accepts one connection of a socket in each turn of the event loop (https://github.com/libuv/libuv/pull/3696). While thousands of
 * clients reconnect, a turn takes many milliseconds, and with one socket most of them would wait to be accepted.
 */
const sockets = 64
/** Other systems lack SO_REUSEPORT, or it does not distribute connections. */
const canShare = process.platform === 'linux'

export interface Listener {
  /** @throws an error with code EADDRINUSE or EACCES when the port is not available */
  open(address: { host: string; port: number }): Promise<void>
  /** Stops accepting at once. Resolves when the connections of the additional sockets are closed. The caller closes `http`. */
  close(): Promise<void>
}

/** Listens with several sockets of the same port. */
export function createListener(http: FastifyInstance): Listener {
  const others: Server[] = []

  async function openAnother(host: string, port: number): Promise<void> {
    // As Node's HTTP server does, to which the connections are handed.
    const server = createServer({ allowHalfOpen: true, noDelay: true })
    server.on('connection', (socket) => http.server.emit('connection', socket))
    server.listen({ host, port, backlog, reusePort: true })
    await once(server, 'listening')
    others.push(server)
  }

  return {
    async open({ host, port }) {
      if (!canShare) {
        await http.listen({ host, port, backlog })
        return
      }
      if (port !== 0) await ensureUnused(host, port)
      const shared = { host, port, backlog, reusePort: true }
      await http.listen(shared)
      const address = http.server.address()
      if (address === null || typeof address === 'string') return
      for (let count = 1; count < sockets; count += 1) await openAnother(address.address, address.port)
    },
    async close() {
      await Promise.all(others.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))))
    },
  }
}

/** Sockets that share a port do not notice those of another process. */
async function ensureUnused(host: string, port: number): Promise<void> {
  const server = createServer()
  server.listen({ host, port })
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}
