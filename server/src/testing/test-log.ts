import type { Actor, EntryType } from '@parley/protocol/event'
import pg from 'pg'
import { afterEach, beforeEach } from 'vitest'
import { createLocalBus, type Bus } from '../core/bus/bus.ts'
import { openDatabase, type DatabaseHandle } from '../core/database.ts'
import { createEventLog, type EventLog, type NewEntry } from '../core/event-log.ts'
import { newId } from '../core/ids.ts'
import { createLogConsumers, type LogConsumers } from '../core/log-consumers/log-consumers.ts'
import type { ConsumerLimits, LogConsumer } from '../core/log-consumers/log-consumer.ts'
import { createLogger, type Logger } from '../core/logger.ts'
import { createMetrics, type Metrics } from '../core/metrics.ts'
import { handledTable } from './recorder-consumer.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** Rows written by the consumers under test, in insertion order. */
export interface HandledRow {
  consumer: string
  customer_id: string
  seq: number
}

export interface StartedConsumers extends LogConsumers {
  metrics: Metrics
}

/**
 * A database per test, with logs and consumers. The clock is manual; tests trigger the consumers' periodic work with `look`.
 */
export function useTestLog() {
  let database: TestDatabase
  let handle: DatabaseHandle
  let log: EventLog
  let ahead = 0
  let bus: Bus
  const organizationId = newId()
  const providerId = newId()
  const cleanUps: (() => Promise<unknown>)[] = []
  const clock = () => Date.now() + ahead

  beforeEach(async () => {
    ahead = 0
    database = await createTestDatabase()
    handle = openDatabase(database.url, { connections: 4 })
    await handle.pool.query(handledTable)
    bus = createLocalBus((error) => {
      throw error
    })
    log = createEventLog({ db: handle.db, bus, clock, outbox: async () => () => {} })
  })
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
    await handle.close()
    await database.drop()
  })

  const entryOf = (type: EntryType): NewEntry => ({
    type,
    audience: 'both',
    conversation_id: null,
    actor: { type: 'system' },
    data: { secret: 'what a customer wrote' },
  })

  const lines = {
    clock,
    cleanUps,
    organizationId,
    get url() {
      return database.url
    },
    get db() {
      return handle.db
    },
    get pool() {
      return handle.pool
    },
    get log() {
      return log
    },
    get bus() {
      return bus
    },
    turn(milliseconds: number): void {
      ahead += milliseconds
    },
    /** A customer whose log begins with `customer.created`. */
    async customer(id = newId()): Promise<string> {
      await log.transact(async (tx) => {
        const head = tx.begin({
          customer_id: id,
          organization_id: organizationId,
          provider_id: providerId,
          born: id,
        })
        tx.append(head, [entryOf('customer.created')])
      })
      return id
    },
    async append(customerId: string, ...types: EntryType[]): Promise<void> {
      await log.transact(async (tx) => {
        const head = await tx.lock(organizationId, customerId)
        if (!head) throw new Error('No such customer')
        tx.append(head, types.map(entryOf))
      })
    },
    async message(customerId: string, sender: 'customer' | 'agent'): Promise<void> {
      const actor: Actor = sender === 'customer' ? { type: 'customer' } : { type: 'agent', id: newId() }
      await log.transact(async (tx) => {
        const head = await tx.lock(organizationId, customerId)
        if (!head) throw new Error('No such customer')
        tx.append(head, [{ ...entryOf('message.created'), actor }])
      })
    },
    /** Appends like another process, without a hint to the consumers here. */
    async appendElsewhere(customerId: string, ...types: EntryType[]): Promise<void> {
      for (const type of types) await handle.pool.query(appendStatement, [customerId, organizationId, type])
    },
    /** Opens a transaction on a separate connection, which the test commits. */
    async openTransaction() {
      const client = new pg.Client({ connectionString: database.url })
      await client.connect()
      cleanUps.push(() => client.end())
      await client.query('begin')
      return {
        query: (text: string) => client.query(text),
        append: (customerId: string, type: EntryType) =>
          client.query(appendStatement, [customerId, organizationId, type]),
        commit: () => client.query('commit'),
      }
    },
    /** Starts consumers like a separate process. `hints`: false for none. `settle`: false to not wait for existing entries. */
    async start(
      consumers: LogConsumer[],
      options: { limits?: Partial<ConsumerLimits>; hints?: boolean; logger?: Logger; settle?: boolean } = {},
    ): Promise<StartedConsumers> {
      const metrics = createMetrics()
      const started = createLogConsumers({
        databaseUrl: database.url,
        bus: options.hints === false ? createLocalBus(() => {}) : bus,
        clock,
        logger: options.logger ?? createLogger('silent'),
        metrics,
        consumers,
        ...(options.limits && { limits: options.limits }),
      })
      let isStopped = false
      const stop = async () => {
        if (isStopped) return
        isStopped = true
        await started.stop()
      }
      cleanUps.push(stop)
      await started.start()
      if (options.settle !== false) await started.settled()
      return { ...started, metrics, stop }
    },
    async handled(customerId?: string): Promise<HandledRow[]> {
      const { rows } = await handle.pool.query<HandledRow>(
        'select consumer, customer_id, seq from handled where $1::uuid is null or customer_id = $1 order by id',
        [customerId ?? null],
      )
      return rows
    },
    async seqs(customerId: string): Promise<number[]> {
      return (await lines.handled(customerId)).map(({ seq }) => seq)
    },
    async cursor(consumer: string, customerId: string): Promise<number | undefined> {
      const { rows } = await handle.pool.query<{ seq: number }>(
        'select seq from log_cursor where consumer = $1 and customer_id = $2',
        [consumer, customerId],
      )
      return rows[0]?.seq
    },
  }
  return lines
}

const appendStatement = `
  with head as (
    update customer_log set last_seq = last_seq + 1 where customer_id = $1 returning last_seq
  )
  insert into event_log (customer_id, seq, id, organization_id, type, audience, actor, data, created_at)
  select $1, last_seq, gen_random_uuid(), $2, $3, 'both', '{"type":"system"}', '{}', now() from head`
