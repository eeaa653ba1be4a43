import { createBus } from '@parley/server/core/bus/create-bus'
import { createLogger } from '@parley/server/core/logger'
import { createMetrics } from '@parley/server/core/metrics'
import { openDatabase, type DatabaseHandle } from '@parley/server/core/database'
import { newId } from '@parley/server/core/ids'
import { createSecrets } from '@parley/server/core/secrets'
import { announceDue } from '@parley/server/features/webhooks/delivery-hints'
import { enqueueEvents } from '@parley/server/features/webhooks/outbox'
import { queueTime } from '@parley/server/features/webhooks/queue-time'
import { sealSecret } from '@parley/server/features/webhooks/webhook-secret'
import { preciseNow } from './program.ts'

export const benchSecret = 'a secret that only a benchmark would use'

/** An endpoint in a separate organization: all events of the organization are delivered there. */
export interface Endpoint {
  organizationId: string
  webhookId: string
  url: string
  secret: string
}

/** Commits events like a process without a worker. */
export interface Enqueuer {
  database: DatabaseHandle
  addEndpoints(urls: string[]): Promise<Endpoint[]>
  /** In one transaction. Returns the ids and the time of the commit's response. */
  commit(endpoints: Endpoint[]): Promise<{ ids: string[]; at: number }>
  /** Deletes everything except the endpoints. */
  clear(): Promise<void>
  /** Runs pending maintenance of the database. */
  settle(): Promise<void>
  /** Delivered events, one line each: `webhook event`. */
  delivered(): Promise<string[]>
  /** Seconds from the end of the n-th logged delivery to that of the last one. */
  secondsAfter(ended: number): Promise<number>
  close(): Promise<void>
}

export function createEnqueuer(databaseUrl: string): Enqueuer {
  const database = openDatabase(databaseUrl)
  const { db, pool } = database
  const secrets = createSecrets(benchSecret)
  const logger = createLogger('warn')
  const onError = (error: unknown) => logger.error({ err: error }, 'bus')
  const bus = createBus({ nats: null, databaseUrl, secrets, logger, metrics: createMetrics(), onError })
  const wake = announceDue(bus)
  return {
    database,
    async addEndpoints(urls) {
      const endpoints = urls.map((url, index) => ({
        organizationId: newId(),
        webhookId: newId(),
        url,
        secret: `whsec_${Buffer.alloc(32, index + 1).toString('base64')}`,
      }))
      const column = (key: keyof Endpoint) => endpoints.map((endpoint) => endpoint[key])
      await pool.query(
        `insert into organization (id, name, created_at) select id, 'Shop', now() from unnest($1::uuid[]) as t(id)`,
        [column('organizationId')],
      )
      await pool.query(
        `insert into webhook (id, organization_id, url, events, active, secret, created_at)
         select id, organization_id, url, '{customer.created}', true, secret, now()
         from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as t(id, organization_id, url, secret)`,
        [
          column('webhookId'),
          column('organizationId'),
          column('url'),
          endpoints.map(({ webhookId, secret }) => sealSecret(secrets, webhookId, secret)),
        ],
      )
      return endpoints
    },
    async commit(endpoints) {
      const entries = endpoints.map(({ organizationId }) => ({
        id: newId(),
        organization_id: organizationId,
        type: 'customer.created' as const,
        created_at: new Date().toISOString().replace('Z', '+00:00'),
        customer_id: newId(),
        conversation_id: null,
        data: eventData,
      }))
      const made = await db.transaction().execute((trx) => enqueueEvents(trx, entries, queueTime(Date.now)))
      const at = preciseNow()
      wake(made.map(({ webhook_id: id }) => id))
      return { ids: entries.map(({ id }) => id), at }
    },
    async clear() {
      await pool.query('truncate delivery, delivery_queue, delivery_attempt, webhook_event, webhook_trouble')
    },
    async settle() {
      await pool.query('vacuum analyze')
    },
    async delivered() {
      const { rows } = await pool.query<{ line: string }>(
        `select webhook_id || ' ' || event_id as line from delivery where state = 'delivered'`,
      )
      return rows.map(({ line }) => line)
    },
    async secondsAfter(ended) {
      const { rows } = await pool.query<{ seconds: number }>(
        `select extract(epoch from max(finished_at) - (
           select finished_at from delivery_attempt order by finished_at offset $1 limit 1
         ))::float8 as seconds from delivery_attempt`,
        [ended - 1],
      )
      return rows[0]?.seconds ?? 0
    },
    async close() {
      await bus.close()
      await database.close()
    },
  }
}

/** A customer padded so that the body has 700 bytes (36 for an id, 29 for a time). */
const eventData = filledTo(700)

function filledTo(bytes: number): object {
  const customer = {
    id: '01a0b1c2-0000-7000-8000-000000000000',
    provider_id: '01a0b1c2-0000-7000-8000-000000000001',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@example.com',
    created_at: '2026-11-21T10:00:00.000+00:00',
    source: '',
  }
  const frame = { event_id: customer.id, type: 'customer.created', timestamp: customer.created_at }
  const bare = Buffer.byteLength(JSON.stringify({ ...frame, data: customer }))
  return { ...customer, source: 'x'.repeat(bytes - bare) }
}

/** The same body for the floor. */
export const rawBody = JSON.stringify({
  event_id: '01a0b1c2-0000-7000-8000-000000000000',
  type: 'customer.created',
  timestamp: '2026-11-21T10:00:00.000+00:00',
  data: eventData,
})
