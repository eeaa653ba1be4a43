import type { CallJoined, CallView } from '@parley/protocol/call-view'
import type { Entries } from '@parley/protocol/timeline'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from './core/ids.ts'
import { startParams } from './testing/test-calls.ts'
import { natsServerProgram, startNatsServer } from './testing/nats-server.ts'
import { startTcpProxy } from './testing/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import {
  connectAgent,
  connectVisitor,
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from './testing/test-service.ts'
import type { MessageSent } from '@parley/protocol/message'

/** Two processes whose bus fails for about half a minute, while the database works. */

/** Makes the bus fail, and counts how often a process has tried to connect since. */
interface Outage {
  begin(): Promise<void>
  attempts(): number
  end(): Promise<void>
}

interface Installation {
  env: Record<string, string>
  outage: Outage
  close(): Promise<void>
}

/** Both retry more and more seldom, so many attempts take about 30 s, and the next one comes as late as it ever does. */
const attemptsOfProcesses = 16

const buses: [string, (database: TestDatabase) => Promise<Installation>][] = [['PostgreSQL', overPostgres]]
if (natsServerProgram !== undefined) buses.push(['NATS', overNats])
else console.warn('An outage of NATS: NOT TESTED, because this machine has no nats-server.')

/** Ends the connections of the bus whenever there is one. Requests use other connections. */
async function overPostgres({ url }: TestDatabase): Promise<Installation> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let ended = 0
  let running: Promise<void> | null = null
  const over = new AbortController()
  async function run(): Promise<void> {
    while (!over.signal.aborted) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'parley bus'`,
      )
      ended += rowCount ?? 0
    }
  }
  return {
    env: {},
    outage: {
      async begin() {
        running = run()
      },
      attempts: () => ended,
      async end() {
        over.abort()
        await running
      },
    },
    close: () => client.end(),
  }
}

async function overNats(): Promise<Installation> {
  const login = { user: 'parley', pass: 'secret' }
  const server = await startNatsServer(natsServerProgram ?? '', login)
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: server.port })
  let before = 0
  return {
    env: { NATS_URL: `nats://${login.user}:${login.pass}@127.0.0.1:${proxy.port}` },
    outage: {
      async begin() {
        before = proxy.refused()
        proxy.cut()
      },
      attempts: () => proxy.refused() - before,
      async end() {
        proxy.open()
      },
    },
    async close() {
      await proxy.close()
      await server.stop()
    },
  }
}

describe.each(buses)('an outage of the bus, %s', (_name, install) => {
  let database: TestDatabase
  let installation: Installation
  let left: TestService
  let right: TestService
  let organization: TestOrganization

  beforeAll(async () => {
    database = await createTestDatabase()
    installation = await install(database)
    const options = { databaseUrl: database.url, env: installation.env }
    ;[left, right] = [await startTestService(options), await startTestService(options)]
    organization = await foundOrganization(left, 'Outage')
  })
  afterAll(async () => {
    await left.stop()
    await right.stop()
    await installation.close()
    await database.drop()
  })

  test(
    'loses nothing, and other processes have everything within 10 s after it',
    { timeout: 120_000 },
    async () => {
      const visitor = await connectVisitor(right, organization.providerId)
      const write = (content: string) =>
        visitor.socket.request<MessageSent>('message.send', { client_id: newId(), content })
      const { customer_id: customerId } = await write('Hello')
      const agent = await connectAgent(left, organization.id, organization.cookie)
      await agent.request('customer.follow', { customer_id: customerId })
      const messages = agent.messages()
      const received = () => messages.map(({ content }) => content)
      const window = await connectVisitor(left, organization.providerId, { key: visitor.key })
      await write('before')
      await expect.poll(received).toEqual(['before'])

      // Two windows of a visitor without a row, at different processes.
      const newcomer = await connectVisitor(left, organization.providerId)
      const otherWindow = await connectVisitor(right, organization.providerId, { key: newcomer.key })

      const { outage } = installation
      await outage.begin()
      const during: string[] = []
      await expect
        .poll(
          async () => {
            during.push(`during ${during.length}`)
            await write(during.at(-1) ?? '')
            return outage.attempts()
          },
          { timeout: 90_000, interval: 1_000 },
        )
        .toBeGreaterThan(attemptsOfProcesses)
      await newcomer.socket.request<MessageSent>('message.send', { client_id: newId(), content: 'First' })
      await agent.request('desk.open', { microphone: true })
      await newcomer.socket.request('call.start', startParams())
      const { call } = await visitor.socket.request<CallJoined>('call.start', startParams())
      await outage.end()
      await write('after')
      await expect.poll(received, { timeout: 10_000, interval: 20 }).toEqual(['before', ...during, 'after'])
      const typesInOtherWindow = () =>
        otherWindow.socket.notifications
          .filter(({ method }) => method === 'entries')
          .flatMap(({ params }) => (params as Entries).entries.map(({ type }) => type))
      await expect
        .poll(typesInOtherWindow, { timeout: 10_000, interval: 20 })
        .toEqual(['conversation.started', 'message.created', 'call.started'])
      await otherWindow.socket.next<CallView>('call', ({ phase }) => phase === 'ringing')
      await window.socket.next<CallView>('call', ({ id, phase }) => id === call.id && phase === 'pending')
      await Promise.all(
        [agent, ...[visitor, window, newcomer, otherWindow].map(({ socket }) => socket)].map((socket) =>
          socket.leave(),
        ),
      )
    },
  )
})
