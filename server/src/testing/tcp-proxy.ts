import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy whose connections a test can close, or freeze without closing. */
export async function startTcpProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  /** Connections whose data and end are dropped. */
  const held = new Set<Socket>()
  let isCut = false
  let refused = 0
  let fatal: RegExp | null = null
  const server = createServer({ allowHalfOpen: true }, (incoming) => {
    if (isCut) {
      refused += 1
      incoming.destroy()
      return
    }
    const outgoing = connect({ ...target, allowHalfOpen: true })
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('data', (data) => {
        if (socket === incoming && fatal?.test(data.toString('latin1')) === true) {
          fatal = null
          socket.destroy()
        } else if (!held.has(socket)) other.write(data)
      })
      socket.on('end', () => {
        if (!held.has(socket)) other.end()
      })
      socket.on('close', () => {
        sockets.delete(socket)
        held.delete(socket)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const dropAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    /** Connections that were refused because the proxy was cut. */
    refused: () => refused,
    cut() {
      isCut = true
      dropAll()
    },
    open() {
      isCut = false
    },
    /** Closes the next connection whose client sends such data, which is dropped. */
    closeOn(data: RegExp) {
      fatal = data
    },
    /** Drops the data and the end of current connections without closing them, like a machine that lost its network. */
    hold() {
      for (const socket of sockets) held.add(socket)
    },
    async close() {
      dropAll()
      server.close()
      await once(server, 'close')
    },
  }
}
