import pg from 'pg'
import type { MessageSent } from '@parley/protocol/message'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresTransport } from './core/bus/postgres-transport.ts'
import { newId } from './core/ids.ts'
import { meet, useBuses } from './testing/bus-processes.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import {
  connectAgent,
  connectVisitor,
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from './testing/test-service.ts'

/** What two processes ask of PostgreSQL for their bus. */

/** Found before PostgreSQL's own function: records every notification with its transaction and connection. */
const recordNotifications = `
  create table sent_frame (channel text, payload text, xid xid8, pid int, application text, statement_at timestamptz);
  create function public.pg_notify(channel text, payload text) returns void language plpgsql as $$
  begin
    insert into sent_frame
      values (channel, payload, pg_current_xact_id(), pg_backend_pid(), current_setting('application_name'), statement_timestamp());
    perform pg_catalog.pg_notify(channel, payload);
  end $$;`

const { createProcess } = useBuses()
let database: TestDatabase
let left: TestService
let right: TestService
let organization: TestOrganization
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(recordNotifications)
  await client.query(
    `alter database ${new URL(database.url).pathname.slice(1)} set search_path = public, pg_catalog`,
  )
  const options = { databaseUrl: database.url }
  ;[left, right] = [await startTestService(options), await startTestService(options)]
  organization = await foundOrganization(left, 'Statements')
})
afterAll(async () => {
  await left.stop()
  await right.stop()
  await client.end()
  await database.drop()
})

interface Notifications {
  /** Sent in the transaction of a log entry. */
  with_entries: number
  transactions: number
  connections: number
  applications: string[]
}

async function notifications(): Promise<Notifications> {
  const { rows } = await client.query<Notifications>(
    `select count(*) filter (where xid in (select xid from event_log))::int as with_entries,
       count(distinct xid)::int as transactions, count(distinct pid)::int as connections,
       array_agg(distinct application) as applications
     from sent_frame`,
  )
  return rows[0]!
}

test('messages are announced after their transactions, over one connection per process', async () => {
  const visitor = await connectVisitor(right, organization.providerId)
  const write = (content: string) =>
    visitor.socket.request<MessageSent>('message.send', { client_id: newId(), content })
  const { customer_id: customerId } = await write('Hello')
  const agent = await connectAgent(left, organization.id, organization.cookie)
  await agent.request('customer.follow', { customer_id: customerId })
  const messages = agent.messages()
  const sent = Array.from({ length: 20 }, (_, n) => `${n}`)
  for (const content of sent) await write(content)
  await agent.request('message.send', { client_id: newId(), customer_id: customerId, content: 'Answer' })
  await expect.poll(() => messages.map(({ content }) => content)).toEqual([...sent, 'Answer'])
  const counted = await notifications()
  expect(counted).toMatchObject({ with_entries: 0, connections: 2, applications: ['parley bus'] })
  expect(counted.transactions).toBeGreaterThan(sent.length / 2)
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'parley bus'`,
  )
  expect(rows).toHaveLength(2)
  await Promise.all([visitor.socket.leave(), agent.leave()])
})

test('hints that are published together share one statement', async () => {
  const open = () => createProcess(postgresTransport({ databaseUrl: database.url, channel: 'together' }))
  const [one, other] = [open(), open()]
  await meet(one.bus, other.bus)
  // Their greetings are over.
  await expect.poll(() => Math.min(one.gaps(), other.gaps())).toBeGreaterThan(0)
  one.bus.publish('test.hint', { n: -1, text: '' })
  await expect.poll(() => other.received).toEqual([-1])
  await client.query('truncate sent_frame')
  for (let n = 0; n < 1_000; n += 1) one.bus.publish('test.hint', { n, text: 'some text' })
  await expect.poll(() => other.received.length).toBe(1_001)
  const { rows } = await client.query<{ frames: number; statements: number }>(
    `select count(*)::int as frames, count(distinct statement_at)::int as statements from sent_frame
     where channel = 'together' and payload like '%"messages"%'`,
  )
  expect(rows[0]?.frames).toBeGreaterThan(5)
  expect(rows[0]?.statements).toBe(1)
})
