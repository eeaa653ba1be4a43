import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

test('an outage of the database ends the work at once', async () => {
  const { begun, outcome } = await run((trx) =>
    sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx),
  )
  expect(outcome).toMatch(/terminat/)
  expect(begun).toEqual([first])
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
