import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Logger } from '../../core/logger.ts'
import { days, useWebhookFixture } from '../../testing/webhook-fixture.ts'
import { createClockCheck } from './database-clock.ts'
import { createLogRetention } from './log-retention.ts'

/** A wrong system clock: partitions and retention use the database's clock. */

const fixture = useWebhookFixture()
afterEach(() => {
  vi.useRealTimers()
})

function setClock(ahead: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead })
}

test('a clock 40 days ahead deletes nothing from the log and creates the right partitions', async () => {
  await fixture.webhook()
  await fixture.customer()
  await fixture.deliverDue()
  setClock(40 * days)
  await createLogRetention({ pool: fixture.pool, clock: Date.now })()
  vi.useRealTimers()
  expect((await fixture.pool.query('select from delivery')).rowCount).toBe(1)
  expect((await fixture.pool.query('select from delivery_attempt')).rowCount).toBe(1)
  const futureDay = new Date(Date.now() + 40 * days).toISOString().slice(0, 10).replaceAll('-', '')
  const { rows } = await fixture.pool.query('select to_regclass($1) as day', [
    `delivery_attempt_${futureDay}`,
  ])
  expect(rows).toEqual([{ day: null }])
})

describe('the clock warning', () => {
  const startCheck = async () => {
    const warn = vi.fn()
    const logger = { warn } as unknown as Logger
    const check = createClockCheck({
      pool: fixture.pool,
      logger,
      onError: (error) => expect.unreachable(String(error)),
    })
    await check.start()
    return { warn, stop: check.stop }
  }
  const warnings = async (ahead: number) => {
    setClock(ahead)
    const { warn, stop } = await startCheck()
    await stop()
    vi.useRealTimers()
    return warn.mock.calls.map(([fields]) => Math.round((fields as { ahead_ms: number }).ahead_ms / 1000))
  }

  test('is logged from 30 s of difference in either direction', async () => {
    expect(await warnings(20_000)).toEqual([])
    expect(await warnings(-20_000)).toEqual([])
    expect(await warnings(60_000)).toEqual([60])
    expect(await warnings(-60_000)).toEqual([-60])
  })

  test('is logged every hour while the difference lasts', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const { warn, stop } = await startCheck()
    expect(warn).not.toHaveBeenCalled()
    vi.advanceTimersByTime(3_600_000)
    await stop()
    expect(warn).toHaveBeenCalledOnce()
  })
})
