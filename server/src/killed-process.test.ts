import type { InboxChanged } from '@parley/protocol/inbox'
import type { TeamStatus } from '@parley/protocol/session'
import type { Entries } from '@parley/protocol/timeline'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from './core/free-port.ts'
import { newId } from './core/ids.ts'
import { kill } from './testing/killed-processes.ts'
import { natsServerProgram, startNatsServer } from './testing/nats-server.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import {
  baseUrl,
  connectAgent,
  connectVisitor,
  foundOrganization,
  inviteAgent,
  startTestService,
  testSecret,
  type TestOrganization,
  type TestService,
} from './testing/test-service.ts'
import { openSocket } from './testing/test-socket.ts'

/** A service in this process, and one of the program's own processes, which is killed. */

const program = fileURLToPath(new URL('main.ts', import.meta.url))
const login = { user: 'parley', pass: 'secret' }
const buses: [string, boolean][] = [['PostgreSQL', false]]
if (natsServerProgram !== undefined) buses.push(['NATS', true])
else console.warn('A killed process with NATS: NOT TESTED, because this machine has no nats-server.')

describe.each(buses)('a killed process, by %s', (_name, byNats) => {
  let database: TestDatabase
  let nats: Awaited<ReturnType<typeof startNatsServer>> | null = null
  let service: TestService
  let organization: TestOrganization
  let child: ChildProcess
  let doomed: TestService
  let dataDir: string

  beforeAll(async () => {
    database = await createTestDatabase()
    nats = byNats ? await startNatsServer(natsServerProgram ?? '', login) : null
    const env: Record<string, string> = nats
      ? { NATS_URL: `nats://${login.user}:${login.pass}@127.0.0.1:${nats.port}` }
      : {}
    service = await startTestService({ databaseUrl: database.url, env })
    organization = await foundOrganization(service, 'Pair')
    dataDir = await mkdtemp(path.join(tmpdir(), 'parley-doomed-'))
    const port = await freePort(0)
    child = spawn(process.execPath, [program], {
      env: {
        PATH: process.env['PATH'],
        HOST: '127.0.0.1',
        PORT: String(port),
        PARLEY_DATA_DIR: dataDir,
        PARLEY_BASE_URL: baseUrl,
        PARLEY_SECRET: testSecret,
        PARLEY_LOG_LEVEL: 'warn',
        DATABASE_URL: database.url,
        ...env,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const ready = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status,
        () => null,
      )
    await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 60_000, interval: 50 })
    doomed = {
      ...service,
      openWidget: (socket = {}) =>
        openSocket(`ws://127.0.0.1:${port}/v1/public/socket`, { origin: 'https://shop.test', ...socket }),
      openAgent: (socket) => openSocket(`ws://127.0.0.1:${port}/v1/socket`, { origin: baseUrl, ...socket }),
    }
  }, 120_000)
  afterAll(async () => {
    await kill(child)
    await service.stop()
    await nats?.stop()
    await database.drop()
    await rm(dataDir, { recursive: true })
  })

  test(
    'loses and doubles no acknowledged message, and its agents are away within 15 s',
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
      await kill(child)
      const killedAt = performance.now()
      await Promise.race([writing, writer.socket.closed])

      const told = await watching.socket.next<TeamStatus>('team', ({ online }) => !online)
      expect(told.agents).toEqual([])
      expect(performance.now() - killedAt).toBeLessThan(15_000)
      const { data } = (
        await service.call('GET', `/v1/organizations/${organization.id}/agents`, {
          cookie: organization.cookie,
        })
      ).body as { data: { id: string; online: boolean }[] }
      expect(data.find(({ id }) => id === ada.agentId)?.online).toBe(false)

      const client = new pg.Client({ connectionString: database.url })
      await client.connect()
      const { rows } = await client.query<{ client_id: string; count: number }>(
        'select client_id, count(*)::int from message where client_id = any($1) group by client_id',
        [acknowledged],
      )
      await client.end()
      expect(rows.length).toBe(acknowledged.length)
      expect(rows.every(({ count }) => count === 1)).toBe(true)
    },
  )
})
