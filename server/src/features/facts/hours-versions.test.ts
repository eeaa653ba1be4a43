import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTimeOf } from './hours-versions.ts'

const day = 86_400_000
const hours = { enabled: true, time_zone: 'UTC', week: [], exceptions: [] }
/** Half of all time is open. */
const half = (_: object, from: number, to: number) => (to - from) / 2000

test('without hours all time counts', () => {
  expect(openTimeOf([], half)(0, 60_000)).toBe(60)
})

test('each version counts from when it was saved, and hours that are turned off are open', () => {
  const openTime = openTimeOf(
    [
      { ...hours, from: 10_000 },
      { ...hours, enabled: false, from: 20_000 },
      { ...hours, from: 30_000 },
    ],
    half,
  )
  expect(openTime(0, 10_000)).toBe(10)
  expect(openTime(10_000, 20_000)).toBe(5)
  expect(openTime(0, 40_000)).toBe(10 + 5 + 10 + 5)
})

test('a team has its own hours from when they were saved until they are removed, else those of the organization', () => {
  const tenth = (from: number, to: number) => (to - from) / 10_000
  const openTime = openTimeOf(
    [
      { ...hours, from: 10_000 },
      { ...hours, removed: true, from: 20_000 },
    ],
    half,
    tenth,
  )
  expect(openTime(0, 10_000)).toBe(1)
  expect(openTime(10_000, 20_000)).toBe(5)
  expect(openTime(5_000, 30_000)).toBe(0.5 + 5 + 1)
  expect(openTime(10_000, 10_000)).toBe(0)
})

test('whole days are remembered without changing the result', () => {
  const openTime = openTimeOf([{ ...hours, from: 0 }], half)
  fc.assert(
    fc.property(fc.nat(40 * day), fc.nat(10 * day), (from, length) => {
      expect(openTime(from, from + length)).toBeCloseTo(length / 2000, 3)
    }),
  )
})
