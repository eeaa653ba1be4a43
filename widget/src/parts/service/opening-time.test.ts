import { expect, test } from 'vitest'
import { openingTime } from './opening-time.ts'

const monday = new Date(2026, 10, 23, 20, 15)

test('only the time today, the weekday within a week, then the date', () => {
  expect(openingTime(new Date(2026, 10, 23, 21, 0), 'de', monday)).toBe('21:00')
  expect(openingTime(new Date(2026, 10, 24, 9, 0), 'de', monday)).toMatch(/^Dienstag\D+09:00$/)
  expect(openingTime(new Date(2026, 10, 29, 9, 0), 'de', monday)).toMatch(/^Sonntag/)
  // A weekday would mean today.
  expect(openingTime(new Date(2026, 10, 30, 9, 0), 'de', monday)).toMatch(/^30\. November/)
})

test('in the visitor’s language', () => {
  expect(openingTime(new Date(2026, 10, 24, 9, 0), 'en', monday)).toMatch(/^Tuesday\D+9:00/)
  expect(openingTime(new Date(2026, 10, 24, 9, 0), 'fr', monday)).toMatch(/^mardi/)
})
