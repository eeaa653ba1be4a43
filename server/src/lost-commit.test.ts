import type { OrganizationChanged } from '@parley/protocol/inbox'
import type { Entries } from '@parley/protocol/timeline'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from './core/ids.ts'
import { untilBlocked } from './testing/blocked-sessions.ts'
import { startTcpProxy } from './testing/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import {
  connectAgent,
  connectVisitor,
  foundOrganization,
  startTestService,
  type TestService,
} from './testing/test-service.ts'

/** The connection to the database is lost during a commit, which then takes effect. */

let database: TestDatabase
let proxy: Awaited<ReturnType<typeof startTcpProxy>>
let service: TestService
let direct: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  const { hostname, port } = new URL(database.url)
  proxy = await startTcpProxy({ host: hostname, port: Number(port) })
  // Without DATABASE_URL, no connection of the bus is lost, whose gap would hide the error.
  service = await startTestService({
    databaseUrl: Object.assign(new URL(database.url), { host: `127.0.0.1:${proxy.port}` }).href,
    env: { DATABASE_URL: '' },
  })
  direct = new pg.Client({ connectionString: database.url })
  await direct.connect()
  await direct.query(
    `create function wait_at_commit() returns trigger language plpgsql as
      $$begin perform pg_advisory_xact_lock_shared(1); return null; end$$`,
  )
  await direct.query(
    `create constraint trigger slow_commit after insert on event_log deferrable initially deferred
      for each row execute function wait_at_commit()`,
  )
})
afterAll(async () => {
  await service.stop()
  await direct.end()
  await proxy.close()
  await database.drop()
})

/** Loses the connections while a commit waits, and lets it go on. */
async function loseConnections(): Promise<void> {
  await untilBlocked(direct)
  proxy.cut()
  proxy.open()
  await direct.query('select pg_advisory_unlock(1)')
}

test('a first message whose commit lost its response reaches other tabs, and agents reload', async () => {
  const shop = await foundOrganization(service, 'Acme')
  const agent = await connectAgent(service, shop.id, shop.cookie)
  const [tab, other] = await twoTabs(shop.providerId)
  await direct.query('select pg_advisory_lock(1)')
  const sent = tab.socket.request('message.send', { client_id: newId(), content: 'Hello' })
  const refused = expect(sent).rejects.toThrow('message.send was refused: unavailable')
  await loseConnections()
  await refused
  const { entries } = await other.socket.next<Entries>('entries')
  expect(entries.map(({ type }) => type)).toContain('message.created')
  await agent.next<OrganizationChanged>('organization.changed', ({ what }) => what === 'conversations')
})

async function twoTabs(providerId: string) {
  const first = await connectVisitor(service, providerId)
  return [first, await connectVisitor(service, providerId, { key: first.key })] as const
}
