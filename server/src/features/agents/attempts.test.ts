import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
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

afterEach(() => void vi.useRealTimers())

const attempts = () => createAttempts({ db: handle.db, clock: () => now })
const limit = { max: 3, seconds: 60 }

test('concurrent attempts in two processes cannot exceed the limit', async () => {
  const [one, other] = [attempts(), attempts()]
  const tries = Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).take('burst', limit))
  const outcomes = await Promise.allSettled(tries)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ code: 'rate_limited', retryAfter: 60 })
  }
})

test('further attempts do not extend the window, and a new one starts after its end', async () => {
  for (let index = 0; index < 3; index += 1) await attempts().take('window', limit)
  now += 59_000
  await expect(attempts().take('window', limit)).rejects.toMatchObject({ retryAfter: 1 })
  now += 1000
  await attempts().take('window', limit)
})

test('an attempt that one of several limits refuses counts against none', async () => {
  const once = { max: 1, seconds: 60 }
  await attempts().takeAll({ 'to ada': once, 'from here': limit })
  for (let index = 0; index < 5; index += 1)
    await expect(attempts().takeAll({ 'to ada': once, 'from here': limit })).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: 60,
    })
  await attempts().takeAll({ 'to bob': once, 'from here': limit })
  await attempts().takeAll({ 'to eve': once, 'from here': limit })
  await expect(attempts().takeAll({ 'to joe': once, 'from here': limit })).rejects.toMatchObject({
    code: 'rate_limited',
  })
})

test('concurrent attempts with shared keys in any order cannot exceed a limit, and none fails otherwise', async () => {
  // Expired rows are deleted meanwhile.
  for (const key of ['x', 'y', 'z']) await attempts().take(key, { max: 1, seconds: 1 })
  now += 2_000
  const keys = (index: number) => [`own ${index}`, ...(index % 2 ? ['x', 'y', 'z'] : ['z', 'y', 'x'])]
  const tries = Array.from({ length: 20 }, (_, index) =>
    attempts().takeAll(Object.fromEntries(keys(index).map((key) => [key, limit]))),
  )
  const outcomes = await Promise.allSettled(tries)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'rate_limited' })
})

test('keys are counted separately, and reset resets a key', async () => {
  for (let index = 0; index < 3; index += 1) await attempts().take('mine', limit)
  await attempts().take('yours', limit)
  await attempts().reset('mine')
  await attempts().take('mine', limit)
})

test('expired windows are deleted', async () => {
  await attempts().take('old', limit)
  now += 61_000
  await attempts().take('new', limit)
  const { rows } = await handle.pool.query<{ key: string }>('select key from auth_attempt')
  expect(rows).toEqual([{ key: 'new' }])
})

test('a process whose clock is ahead neither extends a window nor deletes those of others', async () => {
  const machine = createAttempts({ db: handle.db, clock: () => Date.now() })
  for (let index = 0; index < 3; index += 1) await machine.take('theirs', limit)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 86_400_000 })
  for (let index = 0; index < 3; index += 1) await machine.take('ahead', limit)
  vi.useRealTimers()
  for (const key of ['theirs', 'ahead'])
    await expect(machine.take(key, limit)).rejects.toSatisfy(({ retryAfter }) => retryAfter <= 60)
})

test('a window that ends later than its limit allows has ended', async () => {
  await handle.pool.query(`insert into auth_attempt (key, count, ends_at) values ('far', 99, $1)`, [
    new Date(now + 30 * 86_400_000),
  ])
  for (let index = 0; index < 3; index += 1) await attempts().take('far', limit)
  await expect(attempts().take('far', limit)).rejects.toMatchObject({ retryAfter: 60 })
})
