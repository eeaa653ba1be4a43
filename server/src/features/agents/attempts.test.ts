import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createAttempts } from './attempts.ts'

let database: TestDatabase
let handle: DatabaseHandle
let now = Date.parse('2026-01-31T10:00:00Z')

beforeAll(async () => {
  database = await createTestDatabase()
  handle = openDatabase(database.url, { connections: 8 })
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})

const attempts = () => createAttempts({ db: handle.db, clock: () => now })
const limit = { max: 3, seconds: 60 }

test('of many tries at the same moment, in two processes, only as many as allowed come through', async () => {
  const [one, other] = [attempts(), attempts()]
  const tries = Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).take('burst', limit))
  const outcomes = await Promise.allSettled(tries)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ code: 'rate_limited', retryAfter: 60 })
  }
})

test('the window ends at its time, however often somebody goes on trying, and then begins anew', async () => {
  for (let index = 0; index < 3; index += 1) await attempts().take('window', limit)
  now += 59_000
  await expect(attempts().take('window', limit)).rejects.toMatchObject({ retryAfter: 1 })
  now += 1000
  await attempts().take('window', limit)
})

test('keys do not count for each other, and what is forgotten starts from nothing', async () => {
  for (let index = 0; index < 3; index += 1) await attempts().take('mine', limit)
  await attempts().take('yours', limit)
  await attempts().forget('mine')
  await attempts().take('mine', limit)
})

test('windows that are over leave nothing behind', async () => {
  await attempts().take('old', limit)
  now += 61_000
  await attempts().take('new', limit)
  const { rows } = await handle.pool.query<{ key: string }>('select key from auth_attempt')
  expect(rows).toEqual([{ key: 'new' }])
})
