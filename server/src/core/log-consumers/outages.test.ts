import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recorder } from '../../testing/recorder-consumer.ts'
import { useTestLog } from '../../testing/test-log.ts'
import { newId } from '../ids.ts'
import { createLogger } from '../logger.ts'
import type { LogConsumer } from './log-consumer.ts'
import { listParked, requeueParked } from './parked-entries.ts'

/** How long a customer waits whose entries meet an outage again and again, and when the entry is at fault. */

const lines = useTestLog()
const { append, customer, seqs, start } = lines

const lockTimeout = '55P03'
const statementTimeout = '57014'

/** Writes like `recorder`, unless PostgreSQL raises an error for an entry of the batch. */
function meeting(raised: (customerId: string, seq: number) => string | null): LogConsumer {
  const plain = recorder()
  return {
    ...plain,
    async handle(trx, batch, signal) {
      await plain.handle(trx, batch, signal)
      for (const { customerId, entries } of batch)
        for (const { seq } of entries) {
          const state = raised(customerId, seq)
          if (state !== null) await sql.raw(`do $$ begin raise sqlstate '${state}'; end $$`).execute(trx)
        }
    },
  }
}

async function pass(
  consumers: { look(): Promise<void>; settled(): Promise<void> },
  milliseconds = 600_000,
): Promise<void> {
  lines.turn(milliseconds)
  await consumers.look()
  await consumers.settled()
}

test('an entry that meets timeouts while others are handled is parked after the usual attempts', async () => {
  // Of one range, so that they are one batch.
  const [bad, good] = [await customer(newId().replace(/.$/, '0')), await customer(newId().replace(/.$/, '0'))]
  await append(bad, 'message.created')
  const limits = { attempts: 3, retryMs: 60_000 }
  const consumers = await start([meeting((id, seq) => (id === bad && seq === 1 ? statementTimeout : null))], {
    limits,
  })
  expect(await seqs(good)).toEqual([])
  expect(await listParked(lines.db)).toEqual([])
  // The first retry counts only if that of the other customer came before.
  for (let retry = 0; retry <= limits.attempts; retry += 1) {
    await append(good, 'message.created')
    await pass(consumers, 0)
    await pass(consumers)
  }
  expect(await listParked(lines.db)).toMatchObject([
    { customer_id: bad, seq: 1, attempts: 3, error: 'PostgreSQL 57014' },
  ])
  expect(await seqs(bad)).toEqual([2])
})

test('nothing is parked while all entries meet timeouts', async () => {
  let state: string | null = statementTimeout
  const ids = [await customer(), await customer()]
  const consumers = await start([meeting(() => state)], { limits: { attempts: 2, retryMs: 60_000 } })
  for (let outage = 0; outage < 4; outage += 1) await pass(consumers)
  expect(await listParked(lines.db)).toEqual([])
  state = null
  await pass(consumers)
  for (const id of ids) expect(await seqs(id)).toEqual([1])
})

test('the delay grows up to the maximum while an entry meets other outages, which are logged with the customer and never park it', async () => {
  const written: string[] = []
  const logger = createLogger('debug', { write: (text: string) => void written.push(text) })
  let state: string | null = lockTimeout
  const id = await customer()
  const consumers = await start([meeting(() => state)], {
    limits: { attempts: 3, retryMs: 1000, maxRetryMs: 100_000 },
    logger,
  })
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    customer_id: id,
    seq: 1,
    reason: `PostgreSQL ${lockTimeout}`,
  })
  const waits: number[] = []
  for (let outage = 0; outage < 9; outage += 1) {
    const { rows } = await lines.pool.query<{ wait: number }>(
      'select extract(epoch from retry_at - now())::float8 * 1000 - $1::float8 as wait from log_cursor where customer_id = $2',
      [lines.clock() - Date.now(), id],
    )
    waits.push(rows[0]?.wait ?? 0)
    await pass(consumers)
  }
  expect(waits[0]).toBeLessThan(1300)
  expect(waits[4]).toBeGreaterThan(16_000 * 0.6)
  expect(waits[8]).toBeGreaterThan(100_000 * 0.6)
  expect(waits[8]).toBeLessThan(100_000 * 1.3)
  expect(await listParked(lines.db)).toEqual([])
  state = null
  await pass(consumers)
  expect(await seqs(id)).toEqual([1])
})

test('a requeued entry that meets an outage stays requeued, and is tried again a minute later', async () => {
  let state: string | null = '22012'
  let tries = 0
  const id = await customer()
  const consumers = await start(
    [
      meeting(() => {
        tries += 1
        return state
      }),
    ],
    { limits: { attempts: 1 } },
  )
  await pass(consumers)
  expect(await listParked(lines.db)).toMatchObject([{ requeued_at: null }])
  state = lockTimeout
  await requeueParked(lines, {})
  await pass(consumers, 0)
  const before = tries
  expect(await listParked(lines.db)).toMatchObject([
    { requeued_at: expect.any(String) as string, attempts: 1 },
  ])
  state = null
  await pass(consumers, 50_000)
  expect(tries).toBe(before)
  await pass(consumers, 10_000)
  expect(await seqs(id)).toEqual([1])
  expect(await listParked(lines.db)).toEqual([])
})

test('a requeued entry that is found again during its retry is tried once, and its consumer is told', async () => {
  let state = '22012'
  const tries: unknown[] = []
  const hasBegun = Promise.withResolvers<void>()
  const isReleased = Promise.withResolvers<void>()
  const plain = recorder()
  await customer()
  const consumers = await start(
    [
      {
        ...plain,
        async handle(trx, batch, signal) {
          tries.push(batch[0]?.requeued)
          if (state === lockTimeout) {
            hasBegun.resolve()
            await isReleased.promise
          }
          await plain.handle(trx, batch, signal)
          await sql.raw(`do $$ begin raise sqlstate '${state}'; end $$`).execute(trx)
        },
      },
    ],
    { limits: { attempts: 1 } },
  )
  expect([tries.length, await listParked(lines.db)]).toMatchObject([1, [{ requeued_at: null }]])
  state = lockTimeout
  await requeueParked(lines, {})
  await consumers.look()
  await hasBegun.promise
  await consumers.look()
  isReleased.resolve()
  await consumers.settled()
  expect(tries).toEqual([undefined, true])
  expect(await listParked(lines.db)).toMatchObject([{ requeued_at: expect.any(String) as string }])
})
