import { beforeEach, expect, test, vi } from 'vitest'
import { createTimes, type Times } from './times.ts'

let times: Times

// Summer time begins there on 29 March 2026: that day has 23 hours.
beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  times = createTimes('en', () => new Date(2026, 2, 30, 0, 30))
})

test('today and yesterday by name, also when yesterday was an hour shorter', () => {
  expect(times.day(new Date(2026, 2, 30, 0, 1))).toBe('today')
  expect(times.day(new Date(2026, 2, 29, 23, 59))).toBe('yesterday')
  expect(times.day(new Date(2026, 2, 29, 0, 0))).toBe('yesterday')
})

test('other days of the year with their weekday, of other years with the year', () => {
  expect(times.day(new Date(2026, 2, 28))).toBe('Saturday, March 28')
  expect(times.day(new Date(2025, 11, 31))).toBe('December 31, 2025')
})
