import { expect, test } from 'vitest'
import { recorder } from '../../testing/recorder-consumer.ts'
import { useTestLog } from '../../testing/test-log.ts'
import { newId } from '../ids.ts'
import { registerConsumer } from './registration.ts'
import { hasUnhandled } from './unhandled-entries.ts'

const lines = useTestLog()
const { append, customer, openTransaction, start } = lines

const minuteMs = 60_000
function isBehind({ organizationId = lines.organizationId, at = lines.clock() + minuteMs } = {}) {
  const before = new Date(at).toISOString()
  return lines.db.transaction().execute((trx) => hasUnhandled(trx, recorder(), { organizationId, before }))
}

test('entries are unhandled if discovery has not seen them, also of a transaction that was open at the time', async () => {
  const id = await customer()
  const late = await openTransaction()
  await late.append(id, 'message.created')
  // Without a cursor, as of customers that the consumer has nothing to do for.
  await customer()
  await registerConsumer(lines.db, recorder())
  expect(await isBehind()).toBe(false)
  await late.commit()
  expect(await isBehind()).toBe(true)
  await lines.pool.query('update log_consumer_range set discovered = pg_current_snapshot()')
  expect(await isBehind()).toBe(false)
  await append(id, 'message.created')
  expect(await isBehind()).toBe(true)
  expect(await isBehind({ at: lines.clock() - minuteMs })).toBe(false)
  expect(await isBehind({ organizationId: newId() })).toBe(false)
})

test('an entry that waits for a retry is unhandled, also once discovery has passed it, and a parked one is not', async () => {
  await customer()
  const broken = recorder({ handle: () => Promise.reject(new Error('Broken')) })
  const limits = { attempts: 2, retryMs: minuteMs }
  const consumers = await start([broken], { limits })
  expect(await isBehind()).toBe(true)
  expect(await isBehind({ at: lines.clock() - minuteMs })).toBe(false)
  expect(await isBehind({ organizationId: newId() })).toBe(false)
  lines.turn(2 * minuteMs)
  await consumers.look()
  await consumers.settled()
  expect(await isBehind()).toBe(false)
})
