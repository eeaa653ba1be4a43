import { assert, double, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { drainingDelayMs, backoffDelayMs } from './backoff.ts'

test('the first retry is within a second, later ones within a limit that doubles up to 30 s', () => {
  expect(backoffDelayMs(1, 0)).toBe(500)
  expect(backoffDelayMs(1, 1)).toBe(1_000)
  expect(backoffDelayMs(4, 1)).toBe(8_000)
  expect(backoffDelayMs(1_000, 1)).toBe(30_000)
  expect(backoffDelayMs(1_000, 1, true)).toBe(8_000)
})

test('every delay is between half a second and 30 s', () => {
  assert(
    property(nat(), double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
      const delay = backoffDelayMs(attempts, random)
      expect(delay).toBeGreaterThanOrEqual(500)
      expect(delay).toBeLessThanOrEqual(30_000)
    }),
  )
})

test('[B2] the delay that a draining server requests is used, within limits', () => {
  expect(drainingDelayMs(4_000, 0.5)).toBe(2_000)
  expect(drainingDelayMs(3_600_000, 1)).toBe(30_000)
  expect(drainingDelayMs(-1, 1)).toBe(0)
})
