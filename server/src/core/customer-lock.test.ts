import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createLocalBus } from './bus/bus.ts'
import { CustomerStaysLocked, lockWithin } from './customer-lock.ts'
import { openDatabase, type DatabaseHandle, type Transaction } from './database.ts'
import { createEventLog } from './event-log.ts'
import { outageOf } from './expected-error.ts'
import { newId } from './ids.ts'
import { createTransactionSlots, type WhenLocked } from './transaction-slots.ts'

let testDatabase: TestDatabase
let handle: DatabaseHandle

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  handle = openDatabase(testDatabase.url, { connections: 4 })
  await handle.pool.query('create table locked as select 1 as id')
})
afterAll(async () => {
  await handle.close()
  await testDatabase.drop()
})

const lock = (trx: Transaction) => sql`select id from locked for update`.execute(trx)
const waiters = async () => {
  const { rows } = await handle.pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count
}

test('behind another waiter, the wait for a lock ends with its time, as an outage', async () => {
  const released = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holder = handle.db.transaction().execute(async (trx) => {
    await lock(trx)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const waiter = handle.db.transaction().execute(lock)
  await expect.poll(waiters).toBe(1)
  const late = handle.db.transaction().execute((trx) => lockWithin(trx, 100, () => lock(trx)))
  const error: unknown = await late.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(CustomerStaysLocked)
  expect(outageOf(error)).toBe('unavailable')
  released.resolve()
  await Promise.all([holder, waiter])
})

test('statements after the lock have the usual time', async () => {
  const after = await handle.db.transaction().execute(async (trx) => {
    await lockWithin(trx, 10_000, () => lock(trx))
    return sql`show statement_timeout`.execute(trx)
  })
  expect(after.rows).toEqual([{ statement_timeout: '30s' }])
})

test('waits for a customer who stayed locked are short until a transaction has locked them', async () => {
  const slots = createTransactionSlots({ maxWaitMs: 300, now: () => 0 })
  const attempts: WhenLocked[] = []
  const run = <T>(attempt: (whenLocked: WhenLocked) => Promise<T>) =>
    slots.run((whenLocked) => {
      attempts.push(whenLocked)
      return attempt(whenLocked)
    })
  const log = createEventLog(
    { db: handle.db, bus: createLocalBus(() => {}), clock: Date.now, outbox: async () => () => {} },
    { ...slots, run },
  )
  const ids = { customer_id: newId(), organization_id: newId(), provider_id: newId() }
  await log.transact(async (tx) => void tx.begin({ ...ids, born: 'one' }))
  attempts.length = 0
  const change = () => log.transact(async (tx) => void (await tx.lock(ids.organization_id, ids.customer_id)))
  const holder = await handle.pool.connect()
  const hold = async () => {
    await holder.query('begin')
    await holder.query('select from customer_log where customer_id = $1 for update', [ids.customer_id])
  }
  await hold()
  await expect(change()).rejects.toThrow(CustomerStaysLocked)
  await expect(change()).rejects.toThrow(CustomerStaysLocked)
  await holder.query('rollback')
  await change()
  await hold()
  await expect(change()).rejects.toThrow(CustomerStaysLocked)
  await holder.query('rollback')
  holder.release()
  expect(attempts).toEqual([
    'leave',
    { maxWaitMs: 300 },
    'leave',
    { maxWaitMs: 250 },
    'leave',
    'leave',
    { maxWaitMs: 300 },
  ])
})
