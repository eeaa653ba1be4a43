import { createLocalBus, type Bus } from '@parley/server/core/bus/bus'
import { openDatabase } from '@parley/server/core/database'
import { newId } from '@parley/server/core/ids'
import { createLogConsumers } from '@parley/server/core/log-consumers/log-consumers'
import type { LogConsumer } from '@parley/server/core/log-consumers/log-consumer'
import { createLogger } from '@parley/server/core/logger'
import { createMetrics } from '@parley/server/core/metrics'
import { migrate } from '@parley/server/core/migrate'
import { createMessageBatch } from '@parley/server/features/conversations/message-batch'
import { sql } from 'kysely'
import pg from 'pg'
import { clientId } from '../chat/product.ts'
import { text200 } from '../chat/system.ts'

/** A database with customers who have an open conversation, and the real message path into it. */
export interface Scene {
  url: string
  pool: pg.Pool
  bus: Bus
  customers: string[]
  /** Resolves once the message is committed. */
  send(customer: number): Promise<void>
  /** Backends of the message path. */
  backends: number[]
  close(): Promise<void>
}

export async function openScene(
  serverUrl: string,
  name: string,
  options: { customers: number; prepare?: string },
): Promise<Scene> {
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await migrate(url.href)
  const { pool, close } = openDatabase(url.href)
  if (options.prepare !== undefined) await pool.query(options.prepare)
  const [organizationId, providerId] = [newId(), newId()]
  const customers = Array.from({ length: options.customers }, newId)
  await pool.query(`insert into organization (id, name, created_at) values ($1, 'Bench', now())`, [
    organizationId,
  ])
  await pool.query(
    `insert into provider (id, organization_id, name, secret_key, secret_key_made_at, appearance, created_at)
     values ($1, $2, 'Shop', '', now(), '{}', now())`,
    [providerId, organizationId],
  )
  for (let from = 0; from < customers.length; from += 10_000) {
    const ids = customers.slice(from, from + 10_000)
    await pool.query(
      `with added as (
         insert into customer (id, organization_id, provider_id, identity, external_id, language, country_code, created_at)
         select id, $2, $3, 'visitor:' || id, id::text, 'en', 'DE', now() from unnest($1::uuid[]) as t(id)
       ), head as (
         insert into customer_log (customer_id, organization_id, provider_id) select id, $2, $3 from unnest($1::uuid[]) as t(id)
       )
       select`,
      [ids, organizationId, providerId],
    )
    await pool.query(
      `insert into conversation (id, organization_id, customer_id, provider_id, status, started_at, updated_at, created_at)
       select gen_random_uuid(), $2, id, $3, 'open', now(), now(), now() from unnest($1::uuid[]) as t(id)`,
      [ids, organizationId, providerId],
    )
  }
  await pool.query('analyze')
  const bus = createLocalBus((error) => console.error(error))
  const batches = openDatabase(url.href, { connections: 1, lookUps: true, plannedOnce: true })
  const batch = createMessageBatch({
    pool: batches.pool,
    log: { announce: (hint) => bus.publish('log', hint) },
    clock: Date.now,
    onBatch: () => {},
  })
  const { rows: backends } = await batches.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return {
    url: url.href,
    pool,
    bus,
    customers,
    backends: backends.map(({ pid }) => pid),
    async send(customer) {
      const placed = await batch.place({
        organizationId,
        customerId: customers[customer] ?? '',
        conversationId: null,
        sender: { type: 'customer', key: 'customer', face: null, actor: { type: 'customer' } },
        clientId: clientId(),
        content: text200,
        seenSeq: null,
      })
      if (!placed) throw new Error('The message did not take the fast path')
    },
    async close() {
      await batches.close()
      await close()
    },
  }
}

type Batch = Parameters<LogConsumer['handle']>[1]

/** Writes a row per entry, as a consumer that keeps facts would; without `writes` it reads alone. */
export const factConsumer = (
  name: string,
  start: LogConsumer['start'],
  onCommit: (batch: Batch) => void,
  writes = true,
): LogConsumer => ({
  name,
  types: ['message.created'],
  start,
  async handle(trx, batch) {
    if (!writes) return () => onCommit(batch)
    const rows = batch.flatMap(({ customerId, entries }) =>
      entries.map(({ id, seq }) => ({ id, seq, customerId })),
    )
    await sql`
      insert into bench_fact (consumer, customer_id, seq, entry_id)
      select ${name}, * from unnest(
        ${rows.map(({ customerId }) => customerId)}::uuid[], ${rows.map(({ seq }) => seq)}::bigint[],
        ${rows.map(({ id }) => id)}::uuid[])`.execute(trx)
    return () => onCommit(batch)
  },
})

export const factTable =
  'create table bench_fact (consumer text, customer_id uuid, seq bigint, entry_id uuid, primary key (consumer, customer_id, seq))'

export const consumersOn = (scene: Scene, consumer: LogConsumer, bus: Bus = scene.bus) =>
  createLogConsumers({
    databaseUrl: scene.url,
    bus,
    clock: Date.now,
    logger: createLogger('warn'),
    metrics: createMetrics(),
    consumers: [consumer],
  })

/** Processor time of this process since `before`, in microseconds. */
export function ownProcessorTime(before?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}
