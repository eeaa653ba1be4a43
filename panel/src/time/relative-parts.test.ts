import { expect, test } from 'vitest'
import { relativeParts } from './relative-parts.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = Date.UTC(2026, 0, 31)

test.each([
  [0, null],
  [-59_999, null],
  [59_999, null],
  [Number.NaN, null],
  [-minute, { value: -1, unit: 'minute' }],
  [-59 * minute - 59_000, { value: -59, unit: 'minute' }],
  [-hour, { value: -1, unit: 'hour' }],
  [23.9 * hour, { value: 23, unit: 'hour' }],
  [-day, { value: -1, unit: 'day' }],
  [6.99 * day, { value: 6, unit: 'day' }],
  [-30 * day, { value: -1, unit: 'month' }],
  [-364 * day, { value: -11, unit: 'month' }],
  [-365 * day, { value: -1, unit: 'year' }],
  [-800 * day, { value: -2, unit: 'year' }],
])('%d ms from now', (distance, parts) => {
  expect(relativeParts(now + distance, now)).toEqual(parts)
})
