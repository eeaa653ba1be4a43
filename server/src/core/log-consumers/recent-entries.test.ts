import { expect, test, vi } from 'vitest'
import type { StoredEntry } from '../event-log.ts'
import { createRecentEntries } from './recent-entries.ts'

/** A hint about the positions `after + 1` to `to`. */
const hint = (customer_id: string, after: number, to: number) => ({
  organization_id: 'shop',
  customer_id,
  after,
  to,
  entries: Array.from({ length: to - after }, (_, index) => ({ seq: after + index + 1 }) as StoredEntry),
})
const positions = (part: { entries: StoredEntry[] } | undefined) => part?.entries.map(({ seq }) => seq)

function keepEntries(max: number) {
  const recent = createRecentEntries(max)
  recent.use('shop')
  return recent
}

test('entries are kept for a minute after a consumer had use for messages of the organization', () => {
  vi.useFakeTimers()
  const recent = createRecentEntries(100)
  recent.add(hint('a', 0, 1))
  expect(recent.of('a')).toBeUndefined()
  recent.use('shop')
  recent.add(hint('a', 1, 2))
  recent.add({ ...hint('b', 0, 1), organization_id: 'other' })
  expect([recent.of('a')?.to, recent.of('b')]).toEqual([2, undefined])
  vi.advanceTimersByTime(60_001)
  recent.add(hint('a', 2, 3))
  expect(recent.of('a')).toBeUndefined()
  vi.useRealTimers()
})

test('hints that follow each other make one part', () => {
  const recent = keepEntries(100)
  recent.add(hint('a', 4, 5))
  recent.add(hint('a', 5, 7))
  expect(recent.of('a')).toMatchObject({ after: 4, to: 7 })
  expect(positions(recent.of('a'))).toEqual([5, 6, 7])
})

test('after a lost hint, or one without entries, only what follows is known', () => {
  const recent = keepEntries(100)
  recent.add(hint('a', 4, 5))
  recent.add(hint('a', 6, 7))
  expect(recent.of('a')).toMatchObject({ after: 6, to: 7 })
  recent.add({ organization_id: 'shop', customer_id: 'a', after: 7, to: 8, entries: null })
  expect(recent.of('a')).toBeUndefined()
  recent.add({ ...hint('a', 8, 9), to: 10 })
  expect(recent.of('a')).toBeUndefined()
})

test('the customer whose entries were announced longest ago is forgotten first', () => {
  const recent = keepEntries(4)
  recent.add(hint('a', 0, 2))
  recent.add(hint('b', 0, 1))
  recent.add(hint('a', 2, 3))
  recent.add(hint('c', 0, 1))
  expect(recent.of('b')).toBeUndefined()
  expect(positions(recent.of('a'))).toEqual([1, 2, 3])
})

test('of a burst, the end is kept', () => {
  const recent = keepEntries(1000)
  for (let seq = 0; seq < 100; seq += 1) recent.add(hint('a', seq, seq + 1))
  expect(recent.of('a')).toMatchObject({ after: 36, to: 100 })
  expect(positions(recent.of('a'))).toHaveLength(64)
})

test('long texts are not kept, nor what came before them', () => {
  const recent = keepEntries(100)
  recent.add(hint('a', 0, 1))
  const [entry] = hint('a', 1, 2).entries
  const long = [{ ...entry, data: { content: 'a'.repeat(2_001) } } as unknown as StoredEntry]
  recent.add({ organization_id: 'shop', customer_id: 'a', after: 1, to: 2, entries: long })
  expect(recent.of('a')).toBeUndefined()
  recent.add(hint('a', 2, 3))
  expect(recent.of('a')).toMatchObject({ after: 2, to: 3 })
})

test.each(['message.edited', 'message.deleted'])(
  'what precedes %s, which rewrites the log, is forgotten',
  (type) => {
    const recent = keepEntries(100)
    recent.add(hint('a', 0, 1))
    recent.add({
      organization_id: 'shop',
      customer_id: 'a',
      after: 1,
      to: 2,
      entries: [{ seq: 2, type } as unknown as StoredEntry],
    })
    expect(recent.of('a')).toBeUndefined()
  },
)
