import { expect, test } from 'vitest'
import { dateOf, instantOf, localDay, weekdayOf } from '../business-hours/zoned-time.ts'
import { nextTime, periodBefore } from './schedule-times.ts'

const zones = { dateOf, instantOf, localDay, weekdayOf }
const timeZone = 'Europe/Berlin'
const iso = (instant: number) => new Date(instant).toISOString()
const next = (cadence: 'daily' | 'weekly' | 'monthly', hour: number, after: string) =>
  iso(nextTime(zones, { cadence, hour, timeZone }, Date.parse(after)))
const period = (cadence: 'daily' | 'weekly' | 'monthly', now: string) => {
  const { from, to } = periodBefore(zones, cadence, timeZone, Date.parse(now))
  return `${from} ${to}`
}

test('the next time is later than now, at the hour of the organization', () => {
  expect(next('daily', 8, '2026-11-23T06:59:59Z')).toBe('2026-11-23T07:00:00.000Z')
  expect(next('daily', 8, '2026-11-23T07:00:00Z')).toBe('2026-11-24T07:00:00.000Z')
  // 23 November 2026 is a Monday.
  expect(next('weekly', 0, '2026-11-22T22:00:00Z')).toBe('2026-11-22T23:00:00.000Z')
  expect(next('weekly', 8, '2026-11-23T07:00:00Z')).toBe('2026-11-30T07:00:00.000Z')
  expect(next('monthly', 8, '2026-11-23T07:00:00Z')).toBe('2026-12-01T07:00:00.000Z')
})

test('a skipped hour is sent when the clock changes, a repeated one once', () => {
  expect(next('daily', 2, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
  expect(next('daily', 2, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:00:00.000Z')
  expect(next('daily', 2, '2026-10-25T00:00:00Z')).toBe('2026-10-26T01:00:00.000Z')
})

test('a report covers the last whole day, week or month', () => {
  expect(period('daily', '2026-11-22T23:30:00Z')).toBe('2026-11-22 2026-11-22')
  expect(period('weekly', '2026-11-23T07:00:00Z')).toBe('2026-11-16 2026-11-22')
  // The service was down on Monday.
  expect(period('weekly', '2026-11-25T07:00:00Z')).toBe('2026-11-16 2026-11-22')
  expect(period('monthly', '2026-03-01T07:00:00Z')).toBe('2026-02-01 2026-02-28')
})
