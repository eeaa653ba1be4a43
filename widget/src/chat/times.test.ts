import { beforeEach, expect, test, vi } from 'vitest'
import { createTimes, type Times } from './times.ts'

let times: Times

// Daylight saving time starts on 29 March 2026, a day of 23 hours.
beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  times = createTimes('en', () => new Date(2026, 2, 30, 0, 30))
})

test('formats today and yesterday by name, also after a clock change', () => {
  expect(times.day(new Date(2026, 2, 30, 0, 1))).toBe('today')
  expect(times.day(new Date(2026, 2, 29, 23, 59))).toBe('yesterday')
  expect(times.day(new Date(2026, 2, 29, 0, 0))).toBe('yesterday')
})

test('formats other days with the weekday, and days of other years with the year', () => {
  expect(times.day(new Date(2026, 2, 28))).toBe('Saturday, March 28')
  expect(times.day(new Date(2025, 11, 31))).toBe('December 31, 2025')
})
