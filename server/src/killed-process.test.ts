import type { InboxChanged } from '@parley/protocol/inbox'
import type { MessageSent } from '@parley/protocol/message'
import type { TeamStatus } from '@parley/protocol/session'
import type { Entries } from '@parley/protocol/timeline'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from './core/ids.ts'
import { natsServerProgram, startNatsServer } from './testing/nats-server.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import {
  connectAgent,
  connectVisitor,
  foundOrganization,
  inviteAgent,
  startTestService,
  type TestOrganization,
  type TestService,
  type TestVisitor,
} from './testing/test-service.ts'
import { startWebProcess, type WebProcess } from './testing/web-process.ts'

/** A service in this process, and one of the program's own processes, which is killed. */

const login = { user: 'parley', pass: 'secret' }
const buses: [string, boolean][] = [['PostgreSQL', false]]
if (natsServerProgram !== undefined) buses.push(['NATS', true])
else console.warn('A killed process with NATS: NOT TESTED, because this machine has no nats-server.')

describe.each(buses)('a killed process, by %s', (_name, byNats) => {
  let database: TestDatabase
  let nats: Awaited<ReturnType<typeof startNatsServer>> | null = null
  let service: TestService
  let organization: TestOrganization
  let env: Record<string, string>
  let dying: WebProcess
  let doomed: TestService

  beforeAll(async () => {
    database = await createTestDatabase()
    nats = byNats ? await startNatsServer(natsServerProgram ?? '', login) : null
    env = nats ? { NATS_URL: `nats://${login.user}:${login.pass}@127.0.0.1:${nats.port}` } : {}
    service = await startTestService({ databaseUrl: database.url, env })
    organization = await foundOrganization(service, 'Pair')
    dying = await startWebProcess(service, env)
    doomed = dying.service
  }, 120_000)
  afterAll(async () => {
    await dying.remove()
    await service.stop()
    await nats?.stop()
    await database.drop()
  })

  test(
    'loses and doubles no acknowledged message, and its agents are away once its lease has expired',
    { timeout: 60_000 },
    async () => {
      const ada = await inviteAgent(service, organization, 'Ada')
      const agent = await connectAgent(doomed, organization.id, ada.cookie)
      await agent.request('inbox.follow', {})
      const watching = await connectVisitor(service, organization.providerId)
      if (!watching.connected.team.online)
        await watching.socket.next<TeamStatus>('team', ({ online }) => online)

      // A conversation between the two processes.
      await watching.socket.request('message.send', { client_id: newId(), content: 'Hello' })
      const { conversations } = await agent.next<InboxChanged>('inbox.changed')
      const customerId = conversations[0]?.customer.id ?? ''
      await agent.request('customer.follow', { customer_id: customerId })
      await agent.request('message.send', { customer_id: customerId, client_id: newId(), content: 'Hi' })
      await watching.socket.next<Entries>('entries', ({ entries }) =>
        JSON.stringify(entries).includes('"Hi"'),
      )

      const writer = await connectVisitor(doomed, organization.providerId)
      const acknowledged: string[] = []
      const enough = Promise.withResolvers<void>()
      const writing = (async () => {
        for (;;) {
          const clientId = newId()
          await writer.socket.request('message.send', { client_id: clientId, content: clientId })
          acknowledged.push(clientId)
          if (acknowledged.length === 50) enough.resolve()
        }
      })().catch(() => {})
      await enough.promise
      await dying.end('SIGKILL')
      const killedAt = performance.now()
      await Promise.race([writing, writer.socket.closed])

      const told = await watching.socket.next<TeamStatus>('team', ({ online }) => !online)
      expect(told.agents).toEqual([])
      // Within 15 s on a machine that is not busy: agent-presence.test.ts checks the exact time.
      expect(performance.now() - killedAt).toBeLessThan(30_000)
      await expect.poll(() => isOnline(ada.agentId)).toBe(false)

      await expectStoredOnce(acknowledged)
    },
  )

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    '%s under load on both processes: every message is stored once and reaches the agent once',
    { timeout: 180_000 },
    async (signal) => {
      const other = await startWebProcess(service, env)
      const eda = await inviteAgent(service, organization, signal)
      const agent = await connectAgent(service, organization.id, eda.cookie)
      const writers = Array.from({ length: 12 }, (_, index) =>
        createWriter(index % 2 === 0 ? service : other.service),
      )
      const started = await Promise.all(writers.map((writer) => writer.start()))
      for (const customerId of started) await agent.request('customer.follow', { customer_id: customerId })
      const received = agent.messages()

      const writing = writers.map((writer) => writer.write(50))
      await expect
        .poll(() => Math.min(...writers.map(({ acknowledged }) => acknowledged.length)), { interval: 5 })
        .toBeGreaterThan(10)
      await other.end(signal)
      await Promise.all(writing)

      const acknowledged = writers.flatMap((writer) => writer.acknowledged)
      expect(new Set(acknowledged).size).toBe(600)
      await expectStoredOnce(acknowledged)
      await expect.poll(() => received.length).toBe(600)
      expect(new Set(received.map(({ client_id: clientId }) => clientId))).toEqual(new Set(acknowledged))
      await other.remove()
    },
  )

  /** A visitor who sends a message again, to the surviving process, while it is not acknowledged. */
  function createWriter(first: TestService) {
    const acknowledged: string[] = []
    let visitor: TestVisitor
    return {
      acknowledged,
      async start(): Promise<string> {
        visitor = await connectVisitor(first, organization.providerId)
        const sent = await visitor.socket.request<MessageSent>('message.send', {
          client_id: newId(),
          content: 'Hello',
        })
        return sent.customer_id
      },
      async write(count: number): Promise<void> {
        while (acknowledged.length < count) {
          const clientId = newId()
          const message = { client_id: clientId, content: clientId }
          for (let isSent = false; !isSent;) {
            isSent = await Promise.race([
              visitor.socket.request('message.send', message).then(() => true),
              visitor.socket.closed.then(() => false),
            ])
            if (!isSent)
              visitor = await connectVisitor(service, organization.providerId, { key: visitor.key })
          }
          acknowledged.push(clientId)
        }
      },
    }
  }

  async function isOnline(agentId: string): Promise<boolean | undefined> {
    const { body } = await service.call('GET', `/v1/organizations/${organization.id}/agents`, {
      cookie: organization.cookie,
    })
    const { data } = body as { data: { id: string; online: boolean }[] }
    return data.find(({ id }) => id === agentId)?.online
  }

  async function expectStoredOnce(clientIds: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query<{ client_id: string; count: number }>(
      'select client_id, count(*)::int from message where client_id = any($1) group by client_id',
      [clientIds],
    )
    await client.end()
    expect(rows.length).toBe(clientIds.length)
    expect(rows.every(({ count }) => count === 1)).toBe(true)
  }
})
