import { natsTransport } from '../core/bus/nats-transport.ts'
import { postgresTransport } from '../core/bus/postgres-transport.ts'
import type { OpenTransport } from '../core/bus/transport.ts'
import { natsServerProgram, startNatsServer } from './nats-server.ts'
import { startTcpProxy } from './tcp-proxy.ts'
import { createTestDatabase } from './test-database.ts'

type Closing = (() => Promise<unknown>)[]

export interface BusNetwork {
  /** A process that is connected through a proxy of its own. */
  join(): Promise<{ open: OpenTransport; proxy: Awaited<ReturnType<typeof startTcpProxy>> }>
  /** A process of another installation on the same server. */
  stranger: OpenTransport
}

/** @param closing receives what must be closed */
export async function postgresNetwork(closing: Closing): Promise<BusNetwork> {
  const database = await createTestDatabase()
  closing.push(database.drop)
  const url = new URL(database.url)
  return {
    stranger: postgresTransport({ databaseUrl: database.url, channel: 'parley_other' }),
    async join() {
      const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) })
      closing.push(proxy.close)
      const own = new URL(url)
      own.hostname = '127.0.0.1'
      own.port = `${proxy.port}`
      return { proxy, open: postgresTransport({ databaseUrl: own.href, channel: 'parley_test' }) }
    },
  }
}

/** @param closing receives what must be closed */
export async function natsNetwork(closing: Closing): Promise<BusNetwork> {
  const login = { user: 'parley', pass: 'secret' }
  const server = await startNatsServer(natsServerProgram ?? '', login)
  closing.push(server.stop)
  const settings = (port: number) => ({ servers: [`127.0.0.1:${port}`], tls: false, login })
  return {
    stranger: natsTransport({ settings: settings(server.port), subject: 'parley.other' }),
    async join() {
      const proxy = await startTcpProxy({ host: '127.0.0.1', port: server.port })
      closing.push(proxy.close)
      return { proxy, open: natsTransport({ settings: settings(proxy.port), subject: 'parley.test' }) }
    },
  }
}
