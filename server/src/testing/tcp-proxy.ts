import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy whose connections a test can close, or freeze without closing. */
export async function startTcpProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  /** Connections whose data is dropped. */
  const held = new Set<Socket>()
  let isCut = false
  let refused = 0
  const server = createServer((incoming) => {
    if (isCut) {
      refused += 1
      incoming.destroy()
      return
    }
    const outgoing = connect(target)
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('data', (data) => {
        if (!held.has(socket)) other.write(data)
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
    /** Drops the data of current connections without closing them, like a machine that lost its network. */
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
