import { expect, test } from 'vitest'
import { shareOut, type RangeState } from './leases.ts'
import { rangeCount } from './log-consumer.ts'

/** `owners`: of each range; a dead process has no lease. */
const states = (processes: number, owners: (string | null)[], consumer = 'c'): RangeState[] =>
  owners.map((owner, range) => ({
    consumer,
    range,
    owner,
    is_leased: owner !== null && owner !== 'dead',
    processes,
  }))

const owners = (...counts: [string | null, number][]) =>
  counts.flatMap(([owner, count]) => Array.from({ length: count }, () => owner))

const counts = (processes: number, list: (string | null)[]) => {
  const { kept, surplus, free } = shareOut('me', states(processes, list))
  return { kept: kept.length, surplus: surplus.length, free: free.length }
}

test('a process that is alone claims everything', () => {
  expect(counts(1, owners([null, rangeCount]))).toEqual({ kept: 0, surplus: 0, free: 16 })
})

test('one of three claims a third, and leaves what others have leased', () => {
  expect(counts(3, owners([null, 10], ['other', 6]))).toEqual({ kept: 0, surplus: 0, free: 6 })
})

test('what is above the share is handed back', () => {
  expect(counts(2, owners(['me', 12], ['other', 4]))).toEqual({ kept: 8, surplus: 4, free: 0 })
})

test('ranges of a dead process are claimed up to the share', () => {
  expect(counts(2, owners(['me', 4], ['dead', 8], ['other', 4]))).toEqual({ kept: 4, surplus: 0, free: 4 })
})

test('each consumer is shared independently', () => {
  const { kept, free } = shareOut('me', [
    ...states(1, owners([null, rangeCount]), 'a'),
    ...states(2, owners(['me', 8], ['other', 8]), 'b'),
  ])
  expect(free.every(({ consumer }) => consumer === 'a')).toBe(true)
  expect(free).toHaveLength(16)
  expect(kept).toHaveLength(8)
})
