import { afterEach, expect, test, vi } from 'vitest'
import { days, useWebhookFixture } from '../../testing/webhook-fixture.ts'
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
