import { expect, test } from 'vitest'
import { countdownParts } from './countdown-parts.ts'

test.each([
  [Number.NaN, 'now'],
  [-5, 'now'],
  [0, 'now'],
  [1, { minutes: 0, seconds: 1 }],
  [600, { minutes: 10, seconds: 0 }],
  [3_599, { minutes: 59, seconds: 59 }],
  [3_600, 'long'],
])('%d seconds are left', (left, parts) => {
  expect(countdownParts(left)).toEqual(parts)
})
