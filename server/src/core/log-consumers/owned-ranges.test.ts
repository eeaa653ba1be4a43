import { expect, test } from 'vitest'
import { createDirtyCustomers } from './dirty-customers.ts'
import { firstCustomer } from './log-consumer.ts'
import { createOwnedRanges } from './owned-ranges.ts'

const snapshot = (transactions: number) => `${transactions}:${transactions}:`

/** One range whose stored snapshot is that of transaction 1,000. */
function oneRange({ isWalking = false } = {}) {
  const ranges = createOwnedRanges(createDirtyCustomers(Date.now))
  ranges.own(
    {
      consumer: 'c',
      range: 3,
      discovered: snapshot(1000),
      walk_after: isWalking ? firstCustomer : null,
      present: snapshot(1000),
    },
    false,
  )
  return ranges
}

test('progress of few transactions is not stored, unless all is', () => {
  const ranges = oneRange()
  ranges.discovered(snapshot(1099))
  expect(ranges.progress('c', 100)).toEqual([])
  expect(ranges.progress('c', 0)).toMatchObject([{ range: 3, discovered: snapshot(1099) }])
})

test('progress of many transactions is stored once', () => {
  const ranges = oneRange()
  ranges.discovered(snapshot(1100))
  const progress = ranges.progress('c', 100)
  expect(progress).toMatchObject([{ range: 3, discovered: snapshot(1100) }])
  ranges.saved(progress)
  expect(ranges.progress('c', 0)).toEqual([])
})

test('a snapshot that is older than the stored one, as after a restore, is stored', () => {
  const ranges = oneRange()
  ranges.discovered(snapshot(900))
  expect(ranges.progress('c', 100)).toMatchObject([{ discovered: snapshot(900) }])
})

test('a page of a walk that has begun again meanwhile is read again', () => {
  const ranges = oneRange({ isWalking: true })
  const [before] = ranges.walks()
  ranges.walkAll(snapshot(900))
  if (before) ranges.walked(before, null)
  expect(ranges.walks()).toMatchObject([{ after: firstCustomer, ranges: [3] }])
  for (const walk of ranges.walks()) ranges.walked(walk, null)
  expect(ranges.isWalking()).toBe(false)
})

test('progress of a walk is stored', () => {
  const ranges = oneRange({ isWalking: true })
  const customer = '01890000-0000-7000-8000-000000000003'
  for (const walk of ranges.walks()) ranges.walked(walk, customer)
  expect(ranges.progress('c', 100)).toMatchObject([{ discovered: snapshot(1000), walkAfter: customer }])
})
