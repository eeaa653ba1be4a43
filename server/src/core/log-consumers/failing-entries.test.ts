import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { recorder } from '../../testing/recorder-consumer.ts'
import { useTestLog } from '../../testing/test-log.ts'
import { newId } from '../ids.ts'
import { createLogger } from '../logger.ts'
import type { LogConsumer } from './log-consumer.ts'
import { listParked, requeueParked } from './parked-entries.ts'

/** An entry that fails is retried with backoff and then parked; other customers do not wait for it. */

const lines = useTestLog()
const { append, customer, handled, seqs, start } = lines

/** Writes like `recorder`, unless the batch has an entry that `fails`. */
function failing(fails: (customerId: string, seq: number) => boolean): LogConsumer {
  const plain = recorder()
  return {
    ...plain,
    async handle(trx, batch, signal) {
      await plain.handle(trx, batch, signal)
      for (const { customerId, entries } of batch)
        for (const { seq } of entries)
          if (fails(customerId, seq)) throw new Error(`Cannot handle ${JSON.stringify(entries)}`)
    },
  }
}

const limits = { attempts: 3, retryMs: 60_000 }

/** The next retry is due at the latest now. */
async function passRetry(consumers: { look(): Promise<void>; settled(): Promise<void> }): Promise<void> {
  lines.turn(600_000)
  await consumers.look()
  await consumers.settled()
}

describe('an entry that fails', () => {
  test('holds up its own customer alone', async () => {
    const bad = await customer()
    await append(bad, 'message.created', 'message.created')
    const good = await Promise.all(Array.from({ length: 12 }, () => customer()))
    const consumers = await start([failing((id, seq) => id === bad && seq === 2)], { limits })
    expect(await seqs(bad)).toEqual([1])
    for (const id of good) expect(await seqs(id)).toEqual([1])
    await append(bad, 'message.created')
    for (const id of good) await append(id, 'message.created')
    await consumers.settled()
    expect(await seqs(bad)).toEqual([1])
    for (const id of good) expect(await seqs(id)).toEqual([1, 2])
  })

  test('is not retried before its delay has passed, and then everything continues in order', async () => {
    let isBroken = true
    let tries = 0
    const id = await customer()
    await append(id, 'message.created', 'message.created')
    const consumers = await start(
      [
        failing((_id, seq) => {
          if (seq === 2) tries += 1
          return seq === 2 && isBroken
        }),
      ],
      { limits },
    )
    const before = tries
    lines.turn(40_000)
    await consumers.look()
    await append(id, 'message.created')
    await consumers.settled()
    expect(tries).toBe(before)
    isBroken = false
    await passRetry(consumers)
    expect(await seqs(id)).toEqual([1, 2, 3, 4])
  })

  test('waits longer each time', async () => {
    const id = await customer()
    const consumers = await start([failing(() => true)], { limits: { ...limits, attempts: 4 } })
    const waits: number[] = []
    for (let attempt = 1; attempt < 4; attempt += 1) {
      const { rows } = await lines.pool.query<{ wait: number; attempts: number }>(
        'select attempts, extract(epoch from retry_at - now())::float8 * 1000 - $1::float8 as wait from log_cursor where customer_id = $2',
        [lines.clock() - Date.now(), id],
      )
      expect(rows[0]?.attempts).toBe(attempt)
      waits.push(rows[0]?.wait ?? 0)
      if (attempt < 3) await passRetry(consumers)
    }
    for (const [index, wait] of waits.entries()) {
      const delay = 60_000 * 2 ** index
      expect(wait).toBeGreaterThan(delay * 0.6)
      expect(wait).toBeLessThan(delay * 1.3)
    }
  })

  test('is taken up by the process that owns the range when its own has died', async () => {
    let isBroken = true
    const consumer = failing(() => isBroken)
    const id = await customer()
    const first = await start([consumer], { limits })
    await first.stop()
    isBroken = false
    const second = await start([consumer], { limits })
    expect(await seqs(id)).toEqual([])
    await passRetry(second)
    expect(await seqs(id)).toEqual([1])
  })
})

describe('after its last attempt', () => {
  test('it is parked with its error, and the customer’s next entries are handled', async () => {
    const id = await customer()
    await append(id, 'message.created', 'message.created')
    const consumers = await start([failing((_id, seq) => seq === 2)], { limits })
    await passRetry(consumers)
    expect(await listParked(lines.db)).toEqual([])
    await passRetry(consumers)
    expect(await seqs(id)).toEqual([1, 3])
    expect(await listParked(lines.db, { consumer: 'recorder' })).toEqual([
      {
        consumer: 'recorder',
        customer_id: id,
        seq: 2,
        organization_id: expect.any(String) as string,
        entry_id: expect.any(String) as string,
        type: 'message.created',
        error: expect.stringMatching(/^Error at failing-entries.test.ts:\d+$/) as string,
        attempts: 3,
        parked_at: expect.any(String) as string,
        requeued_at: null,
      },
    ])
    await append(id, 'message.created')
    await consumers.settled()
    expect(await seqs(id)).toEqual([1, 3, 4])
  })

  test('operators see it in metrics and logs, which have nothing of its content', async () => {
    const written: string[] = []
    const logger = createLogger('debug', { write: (text: string) => void written.push(text) })
    const id = await customer()
    const consumers = await start([failing(() => true)], { limits: { ...limits, attempts: 1 }, logger })
    const metrics = await consumers.metrics.registry.metrics()
    expect(metrics).toContain('parley_log_consumer_parked{consumer="recorder"} 1')
    expect(metrics).toContain('parley_log_consumer_failures_total{consumer="recorder",outcome="parked"} 1')
    expect(metrics).toContain('parley_log_consumer_lag_seconds{consumer="recorder"} 0')
    const [line] = written.map((text) => JSON.parse(text) as object)
    expect(line).toMatchObject({ consumer: 'recorder', customer_id: id, seq: 1, type: 'customer.created' })
    const { rows } = await lines.pool.query('select * from log_parked')
    for (const text of [metrics, ...written, JSON.stringify(rows)]) expect(text).not.toContain('secret')
  })

  test('an operator can have it handled once more', async () => {
    let isBroken = true
    const [id, other] = [await customer(), await customer()]
    await append(id, 'message.created')
    const consumers = await start([failing((_id, seq) => isBroken && seq === 1)], {
      limits: { ...limits, attempts: 1 },
    })
    expect(await listParked(lines.db)).toHaveLength(2)
    expect(await requeueParked(lines, { consumer: 'recorder', customer_id: id, seq: 1 })).toBe(1)
    await consumers.look()
    await consumers.settled()
    // It still fails: parked again, and no longer requeued.
    expect(await listParked(lines.db)).toMatchObject([{ requeued_at: null }, { requeued_at: null }])
    isBroken = false
    expect(await requeueParked(lines, { consumer: 'recorder' })).toBe(2)
    await consumers.look()
    await consumers.settled()
    expect(await listParked(lines.db)).toEqual([])
    expect(await seqs(id)).toEqual([2, 1])
    expect(await seqs(other)).toEqual([1])
  })

  test('of another consumer nothing is requeued', async () => {
    await customer()
    await start([failing(() => true)], { limits: { ...limits, attempts: 1 } })
    expect(await requeueParked(lines, { consumer: 'another' })).toBe(0)
  })
})

describe("a failure that is not the entry's", () => {
  test('many customers that fail together are all found, and none twice', async () => {
    const ids = await Promise.all(Array.from({ length: 16 }, () => customer()))
    const bad = new Set(ids.filter((_id, index) => index % 5 === 0))
    await start([failing((id) => bad.has(id))], { limits: { ...limits, attempts: 1 } })
    expect((await listParked(lines.db)).map(({ customer_id: id }) => id).sort()).toEqual([...bad].sort())
    expect(await handled()).toHaveLength(ids.length - bad.size)
  })

  test('a lock that is held for long is met once by a batch, and parks no entry', async () => {
    await lines.pool.query('create table held as select gen_random_uuid() as customer_id limit 0')
    // Of one range, so that they are one batch.
    const ids = await Promise.all(Array.from({ length: 8 }, () => customer(newId().replace(/.$/, '0'))))
    const [bad = ''] = ids
    await append(bad, 'message.created')
    const other = await lines.openTransaction()
    await lines.pool.query('insert into held values ($1)', [bad])
    await other.query('select * from held for update')
    let batches = 0
    let isBroken = false
    const plain = recorder()
    const meetsLock: LogConsumer = {
      ...plain,
      async handle(trx, batch, signal) {
        batches += 1
        await plain.handle(trx, batch, signal)
        await sql`set local lock_timeout = '20ms'`.execute(trx)
        await sql`
          select * from held where customer_id = any(${batch.map(({ customerId }) => customerId)}) for update`.execute(
          trx,
        )
        if (isBroken) throw new Error('Cannot handle')
      },
    }
    const consumers = await start([meetsLock], { limits })
    expect(batches).toBe(1)
    expect(await handled()).toEqual([])
    await passRetry(consumers)
    for (const id of ids) expect(await seqs(id)).toEqual(id === bad ? [] : [1])
    for (let attempt = 0; attempt <= limits.attempts; attempt += 1) await passRetry(consumers)
    await other.commit()
    // An error of the entry itself is still retried before it is parked.
    isBroken = true
    await passRetry(consumers)
    expect(await listParked(lines.db)).toEqual([])
    isBroken = false
    await passRetry(consumers)
    expect(await seqs(bad)).toEqual([1, 2])
  })

  test('a customer who is new to a batch that meets an outage is handled nevertheless', async () => {
    const plain = recorder()
    let batches = 0
    const known = await customer()
    await (await start([plain])).stop()
    await append(known, 'message.created')
    const fresh = await customer()
    const consumers = await start(
      [
        {
          ...plain,
          async handle(trx, batch, signal) {
            batches += 1
            await plain.handle(trx, batch, signal)
            if (batches === 1) await sql`do $$ begin raise sqlstate '55P03'; end $$`.execute(trx)
          },
        },
      ],
      { limits },
    )
    expect(await seqs(known)).toEqual([1])
    expect(await seqs(fresh)).toEqual([1])
    await passRetry(consumers)
    expect(await seqs(known)).toEqual([1, 2])
  })

  test('a database outage does not count as a failed attempt', async () => {
    const written: string[] = []
    const logger = createLogger('debug', { write: (text: string) => void written.push(text) })
    const database = new URL(lines.url).pathname.slice(1)
    const server = new URL(lines.url)
    server.pathname = '/postgres'
    const admin = new Client({ connectionString: server.href })
    await admin.connect()
    lines.cleanUps.push(() => admin.end())
    const plain = recorder()
    const id = await customer()
    let breaks = true
    await start(
      [
        {
          ...plain,
          async handle(trx, batch, signal) {
            await plain.handle(trx, batch, signal)
            if (!breaks) return
            breaks = false
            await admin.query(`alter database ${database} allow_connections false`)
            await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
              database,
            ])
          },
        },
      ],
      { logger, limits: { ...limits, attempts: 1 }, settle: false },
    )
    await expect.poll(() => written.join('')).toContain('interrupted')
    await admin.query(`alter database ${database} allow_connections true`)
    await expect.poll(() => seqs(id), { timeout: 10_000 }).toEqual([1])
    expect(written.join('')).not.toContain('parked')
    expect(await listParked(lines.db)).toEqual([])
  })
})
