import type { MessageSent } from '@parley/protocol/message'
import { pino } from 'pino'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { timestamp } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import { openDatabase } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { connectVisitor, foundOrganization, startTestService } from '../../testing/test-service.ts'
import { markSeen } from './customer-store.ts'
import { createLastSeen } from './last-seen.ts'

afterEach(() => void vi.useRealTimers())

test('a stop writes when each connected customer was last seen, and logs no error', async () => {
  const logged: string[] = []
  const logger = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  const service = await startTestService({ logger })
  const shop = await foundOrganization(service, 'Shop')
  const visitors = await Promise.all(
    Array.from({ length: 40 }, () => connectVisitor(service, shop.providerId)),
  )
  for (const { socket } of visitors)
    await socket.request('message.send', { client_id: newId(), content: 'Hello' })
  await service.app.stop()
  const database = new pg.Client({ connectionString: service.databaseUrl })
  await database.connect()
  const { rows } = await database.query<{ seen: number; customers: number }>(
    'select count(last_seen_at)::int as seen, count(*)::int as customers from customer',
  )
  await database.end()
  await service.stop()
  expect(rows).toEqual([{ seen: 40, customers: 40 }])
  expect(logged).toEqual([])
})

test('a time that a process notes whose clock is ahead does not remain in the future', async () => {
  const service = await startTestService()
  const shop = await foundOrganization(service, 'Shop')
  const { socket } = await connectVisitor(service, shop.providerId)
  const { customer_id: id } = await socket.request<MessageSent>('message.send', {
    client_id: newId(),
    content: 'Hello',
  })
  await socket.leave()
  // Writes the time of the socket.
  await service.app.stop()
  const { db, pool, close } = openDatabase(service.databaseUrl, { connections: 1 })
  const seenAt = async () => {
    const { rows } = await pool.query<{ at: string }>('select last_seen_at as at from customer')
    return Date.parse(rows[0]?.at ?? '')
  }
  const mark = (at: number) => markSeen(db, new Map([[id, timestamp(at)]]), databaseNow(Date.now))
  const before = await seenAt()
  await mark(before + 86_400_000)
  expect(await seenAt()).toBeGreaterThan(before)
  expect(await seenAt()).toBeLessThan(before + 86_400_000)
  // As earlier releases wrote it.
  await pool.query(`update customer set last_seen_at = now() + interval '1 day'`)
  await mark(before)
  expect(await seenAt()).toBe(before)
  await close()
  await service.stop()
})

/** A database that refuses as many writes as `refusals` says. */
function createTimes() {
  const written = new Map<string, string>()
  const times = { written, refusals: 0, errors: 0 }
  const lastSeen = createLastSeen({
    async write(seen) {
      if (times.refusals-- > 0) throw new Error('away')
      for (const [customerId, at] of seen) written.set(customerId, at)
    },
    clock: Date.now,
    onError: () => void (times.errors += 1),
  })
  return { ...lastSeen, times }
}

test('what the database refused is written later, with the time at which it was noted', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T10:00:00Z') })
  const { note, times } = createTimes()
  times.refusals = 1
  note('a customer')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(times).toMatchObject({ errors: 1, written: new Map() })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(Object.fromEntries(times.written)).toEqual({ 'a customer': '2026-11-23T10:00:00.000+00:00' })
})

test('a stop writes what was refused before, and gives up when it is refused again', async () => {
  vi.useFakeTimers()
  const { note, settled, times } = createTimes()
  times.refusals = 1
  note('first')
  await settled()
  expect([...times.written.keys()]).toEqual(['first'])
  times.refusals = 9
  note('second')
  await settled()
  expect(times).toMatchObject({ errors: 3, refusals: 7 })
  expect(vi.getTimerCount()).toBe(0)
})
