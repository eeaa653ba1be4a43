import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { openDatabase, type DatabaseHandle, type Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { eachGroup, type Pace } from './customer-groups.ts'
import { lockCustomers } from './fact-store.ts'

let database: TestDatabase
let handle: DatabaseHandle
beforeAll(async () => {
  database = await createTestDatabase()
  handle = openDatabase(database.url, { connections: 2 })
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})

const groups = () => [0, 1].map(() => Array.from({ length: 5 }, newId).sort())
let [first, second]: string[][] = []
beforeEach(() => {
  ;[first, second] = groups()
})

const fail = (trx: Transaction) => sql`select 1 / 0`.execute(trx)

/** Returns the groups whose work began, and the outcome. */
async function run(
  work: (trx: Transaction, customerIds: string[]) => Promise<unknown>,
  { begin = async () => {}, pace }: { begin?: (trx: Transaction) => Promise<void>; pace?: Pace } = {},
) {
  const waiting = [first!, second!]
  const begun: string[][] = []
  const outcome = await eachGroup(
    handle.db,
    {
      begin,
      next: async () => waiting.shift() ?? [],
      async work(trx, customerIds) {
        begun.push(customerIds)
        await work(trx, customerIds)
      },
    },
    pace,
  ).catch((error: Error) => error.message)
  return { begun, outcome }
}

test('a customer who fails affects no other, and the error names the customer', async () => {
  const broken = first![3]!
  const done: string[] = []
  const { outcome } = await run(async (trx, customerIds) => {
    if (customerIds.includes(broken)) await fail(trx)
    done.push(...customerIds)
  })
  expect(outcome).toBe(`The facts of customer ${broken} cannot be computed: division by zero`)
  expect(done.toSorted()).toEqual([...first!, ...second!].filter((id) => id !== broken).toSorted())
})

const endConnection = (trx: Transaction) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)

/** Returns when PostgreSQL has ended the connection because its transaction computed for too long. */
async function computeTooLong(trx: Transaction): Promise<void> {
  const { rows } = await sql<{ pid: number }>`
    select pg_backend_pid() as pid, set_config('idle_in_transaction_session_timeout', '50ms', true)`.execute(
    trx,
  )
  const found = sql`select from pg_stat_activity where pid = ${rows[0]?.pid}`
  await expect.poll(async () => (await found.execute(handle.db)).rows.length, { timeout: 30_000 }).toBe(0)
  await sql`select 1`.execute(trx)
}

test.each([
  ['is ended', endConnection],
  ['is idle for too long', computeTooLong],
])('a customer whose connection %s affects no other', async (_case, end) => {
  const broken = first![3]!
  const done: string[] = []
  const { outcome } = await run(async (trx, customerIds) => {
    if (customerIds.includes(broken)) await end(trx)
    done.push(...customerIds)
  })
  expect(outcome).toMatch(`The facts of customer ${broken} cannot be computed: `)
  expect(done.toSorted()).toEqual([...first!, ...second!].filter((id) => id !== broken).toSorted())
})

test('an outage of the database ends the work at once', async () => {
  const server = new Client({ connectionString: inject('postgresUrl') })
  await server.connect()
  const accept = (isAccepting: boolean) =>
    server.query(
      `alter database ${new URL(database.url).pathname.slice(1)} with allow_connections ${isAccepting}`,
    )
  try {
    const { begun, outcome } = await run(async (trx) => {
      await accept(false)
      // With those of the pool that are idle.
      await sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(trx)
      await endConnection(trx)
    })
    expect(outcome).toMatch(/terminat/)
    expect(begun).toEqual([first])
  } finally {
    await accept(true)
    await server.end()
  }
})

test('a stop ends the work after the transaction in progress, also if it fails', async () => {
  const stopping = new AbortController()
  const { begun, outcome } = await run(
    (trx) => {
      stopping.abort()
      return fail(trx)
    },
    { pace: { signal: stopping.signal } },
  )
  expect(outcome).toBe('division by zero')
  expect(begun).toEqual([first])
})

test('a group that has waited for a lock in vain is not halved, and the next one follows', async () => {
  let attempts = 0
  const { begun, outcome } = await handle.db.transaction().execute(async (other) => {
    await lockCustomers(other, [first![4]!])
    return run(async () => {}, {
      async begin(trx) {
        attempts += 1
        const isFirst = attempts === 1
        await sql`select set_config('statement_timeout', ${isFirst ? '100ms' : '30s'}, true)`.execute(trx)
      },
    })
  })
  expect(outcome).toMatch(/statement timeout/)
  expect(begun).toEqual([second])
  expect(attempts).toBe(2)
})
