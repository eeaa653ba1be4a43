import { expect, test } from 'vitest'
import { clockTime, dayText, durationText, momentText, shortWhen, waitingText, zonedMoment } from './times.ts'

/** Local noon, because days depend on the reader's time zone. */
const now = new Date(2026, 0, 31, 12, 0, 0).getTime()
const before = (milliseconds: number) => new Date(now - milliseconds).toISOString()
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test('a duration shows its two largest units and omits zeros', () => {
  expect(durationText(0, 'en')).toBe('0 sec')
  expect(durationText(59.9, 'en')).toBe('59 sec')
  expect(durationText(60, 'en')).toBe('1 min')
  expect(durationText(7500, 'en')).toBe('2 hr 5 min')
  expect(durationText(7200, 'en')).toBe('2 hr')
  expect(durationText(3 * 86_400 + 4 * 3600 + 59 * 60, 'en')).toBe('3 days 4 hr')
  expect(durationText(86_400 + 120, 'en')).toBe('1 day')
})

test('waiting time is at least one minute, also with skewed clocks', () => {
  expect(waitingText(before(-5 * minute), 'en', now)).toBe('1 min')
  expect(waitingText(before(90_000), 'en', now)).toBe('1 min')
  expect(waitingText(before(61 * minute), 'en', now)).toBe('1 hr')
  expect(waitingText(before(3 * day), 'en', now)).toBe('3 days')
})

test('a row shows the time today, the weekday this week, else the date', () => {
  expect(shortWhen(before(2 * hour), 'en-GB', now)).toBe('10:00')
  expect(shortWhen(before(2 * day), 'en-GB', now)).toBe('Thu')
  expect(shortWhen(before(20 * day), 'en-GB', now)).toBe('11 Jan')
  expect(shortWhen(before(60 * day), 'en-GB', now)).toBe('02/12/2025')
})

test('a day is today or yesterday by the reader’s calendar, not by 24 hours', () => {
  expect(dayText(before(11 * hour), 'en-GB', now)).toBe('Today')
  expect(dayText(before(13 * hour), 'en-GB', now)).toBe('Yesterday')
  expect(dayText(before(3 * day), 'en-GB', now)).toBe('Wednesday')
  expect(dayText(before(20 * day), 'en-GB', now)).toBe('Sun 11 January')
  expect(dayText(before(60 * day), 'en-GB', now)).toBe('2 December 2025')
})

test('a clock shows the time of the zone that is asked for, also after another one', () => {
  const at = '2026-11-24T19:00:00Z'
  expect(clockTime(at, 'en', 'Pacific/Kiritimati')).toBe('9:00 AM')
  expect(clockTime(at, 'en', 'UTC')).toBe('7:00 PM')
})

test('a moment in another time zone names the zone; in an unknown one it is the reader’s', () => {
  const at = '2026-11-24T19:00:00Z'
  expect(zonedMoment(at, 'Pacific/Kiritimati', 'en')).toBe('Nov 25, 2026, 9:00 AM GMT+14')
  expect(zonedMoment(at, 'Mars/Olympus', 'en')).toBe(momentText(at, 'en'))
})
