import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Balancer {
  port: number
  close(): Promise<void>
}

/** What the panel requests. */
const ofAgents =
  /^\/(panel|v1\/(socket|organizations|me|auth|public\/(setup|invitations|password-resets|email-changes)))\b/

/**
 * A proxy in front of two processes, on 127.0.0.1. It chooses by the first request of a connection: one process for agents, the
 * other one for all other clients. If that process does not listen, the connection goes to the other one.
 * @param port 0: any
 */
export async function openBalancer(
  port: number,
  targets: { visitors: number; agents: number },
): Promise<Balancer> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }

  /** @throws {Error} if neither process listens */
  async function reach(ports: readonly number[]): Promise<Socket> {
    for (const target of ports) {
      const far = keep(connect(target, '127.0.0.1'))
      const isOpen = await once(far, 'connect').then(
        () => true,
        () => false,
      )
      if (isOpen) return far
    }
    throw new Error('No process listens')
  }

  async function pass(near: Socket): Promise<void> {
    const [head] = (await once(near, 'data')) as [Buffer]
    near.pause()
    const [, path = ''] = head.toString('latin1').split(' ', 2)
    const { visitors, agents } = targets
    const far = await reach(ofAgents.test(path) ? [agents, visitors] : [visitors, agents])
    far.write(head)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.pipe(far)
    far.pipe(near)
  }

  const server = createServer((near) => void pass(keep(near)).catch(() => near.destroy()))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
