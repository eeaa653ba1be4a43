import { expect, test, vi } from 'vitest'
import { useBuses, withoutSecondGap } from '../../testing/bus-processes.ts'
import { natsServerProgram, startClusteredNatsServer } from '../../testing/nats-server.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { natsTransport } from './nats-transport.ts'
import type { Transport } from './transport.ts'

const { closing, createProcess } = useBuses()

/** Two servers, with a proxy between them. */
async function cluster(program: string) {
  const first = await startClusteredNatsServer(program, null)
  closing.push(first.stop)
  const route = await startTcpProxy({ host: '127.0.0.1', port: first.routePort })
  closing.push(route.close)
  const second = await startClusteredNatsServer(program, route.port)
  closing.push(second.stop)
  const [left, right] = [first, second].map(({ port }) =>
    natsTransport({
      settings: { servers: [`127.0.0.1:${port}`], tls: false, login: null },
      subject: 'parley.test',
    }),
  )
  return { left: left!, right: right!, route }
}

test.runIf(natsServerProgram !== undefined)(
  'a hint that is lost between two servers is a gap, although no process has lost its connection',
  async () => {
    const { left, right, route } = await cluster(natsServerProgram ?? '')
    let send = vi.fn<Transport['send']>()
    const one = createProcess((events) => {
      const transport = left(events)
      send = vi.spyOn(transport, 'send')
      return transport
    })
    await one.bus.connected
    const other = createProcess(withoutSecondGap(right))
    // Those of the new connection.
    await expect.poll(() => other.gaps()).toBe(2)
    route.cut()
    one.bus.publish('test.hint', { n: 1, text: '' })
    await expect.poll(() => JSON.stringify(send.mock.calls)).toContain('test.hint')
    await Promise.all(send.mock.results.map(({ value }) => value as Promise<void>))
    route.open()
    await expect.poll(() => other.gaps()).toBe(3)
    expect(other.received).toEqual([])
    expect(other.bus.hasPeers()).toBe(true)
  },
)
