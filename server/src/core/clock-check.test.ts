import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createClockCheck } from './clock-check.ts'
import { openDatabase, type DatabaseHandle } from './database.ts'
import type { Logger } from './logger.ts'

let testDatabase: TestDatabase
let database: DatabaseHandle
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})
afterEach(() => void vi.useRealTimers())

async function startCheck() {
  const warn = vi.fn()
  const logger = { warn } as unknown as Logger
  const onError = (error: unknown) => expect.unreachable(String(error))
  const check = createClockCheck({ pool: database.pool, logger, onError })
  await check.start()
  return { warn, stop: check.stop }
}

async function warnings(aheadMs: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs })
  const { warn, stop } = await startCheck()
  await stop()
  vi.useRealTimers()
  return warn.mock.calls.map(([fields]) => Math.round((fields as { ahead_ms: number }).ahead_ms / 1000))
}

test('a warning is logged from 5 s of difference in either direction', async () => {
  expect(await warnings(2_000)).toEqual([])
  expect(await warnings(-2_000)).toEqual([])
  expect(await warnings(10_000)).toEqual([10])
  expect(await warnings(-10_000)).toEqual([-10])
})

test('it is logged every hour while the difference lasts', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const { warn, stop } = await startCheck()
  expect(warn).not.toHaveBeenCalled()
  vi.advanceTimersByTime(3_600_000)
  await stop()
  expect(warn).toHaveBeenCalledOnce()
})
