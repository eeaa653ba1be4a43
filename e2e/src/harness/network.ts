import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy between browsers and the service that can be interrupted. */
export interface Network {
  port: number
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>
  /** Keeps connections open but forwards nothing. `answers`: drops only the direction to the browser. */
  stall(what?: 'everything' | 'answers'): void
  /** Restores the network; data that was held back is delivered. */
  heal(): Promise<void>
  /** Closes the proxy. */
  close(): Promise<void>
}

/** @param target port on 127.0.0.1 that connections are forwarded to */
export async function openNetwork(port: number, target: () => number): Promise<Network> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let stalled: 'nothing' | 'everything' | 'answers' = 'nothing'
  let server: Server | undefined

  function pass(near: Socket): void {
    const far = connect(target(), '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near]] as const) {
      from.on('data', (data) => {
        if (!to.write(data)) from.pause()
      })
      to.on('drain', () => {
        if (stalled === 'nothing') from.resume()
      })
      from.on('end', () => to.end())
      from.on('error', () => to.destroy())
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
    }
    hold(pair)
  }
  function hold([near, far]: readonly [Socket, Socket]): void {
    if (stalled === 'everything') near.pause()
    if (stalled !== 'nothing') far.pause()
  }
  async function listen(): Promise<void> {
    server = createServer(pass).listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (typeof address === 'object' && address !== null) port = address.port
  }
  async function close(): Promise<void> {
    const closing = server
    server = undefined
    if (!closing) return
    const closed = once(closing, 'close')
    closing.close()
    for (const pair of pairs) for (const socket of pair) socket.destroy()
    await closed
  }

  await listen()
  return {
    get port() {
      return port
    },
    cut: close,
    stall(what = 'everything') {
      stalled = what
      for (const pair of pairs) hold(pair)
    },
    async heal() {
      stalled = 'nothing'
      for (const pair of pairs) for (const socket of pair) socket.resume()
      if (!server) await listen()
    },
    close,
  }
}
