import { expect, test } from 'vitest'
import { dateOf, dayOf, instantOf, localDay, weekdayOf } from '../business-hours/zoned-time.ts'
import { movedTime, nextTime, nextTimeAfter, periodBefore } from './schedule-times.ts'

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

test.each([
  ['America/Nuuk', 2026],
  ['America/Santiago', 2026],
  ['America/Havana', 2026],
  ['America/St_Johns', 2026],
  ['Atlantic/Azores', 2026],
  ['Africa/Cairo', 2026],
  ['Asia/Beirut', 2026],
  ['Australia/Lord_Howe', 2026],
  ['Europe/Berlin', 2026],
  // Had no 30 December.
  ['Pacific/Apia', 2011],
])('in %s, every day of %i has one report, of the day before', (timeZone, year) => {
  const [first, end] = [dayOf(`${year}-01-01`), dayOf(`${year + 1}-01-01`)]
  const days = Array.from({ length: end - first }, (_, index) => dateOf(first + index)).filter(
    (date) => date !== '2011-12-30',
  )
  for (const hour of [0, 1, 2, 3, 12, 22, 23]) {
    const schedule = { cadence: 'daily' as const, hour, timeZone }
    const sent: string[] = []
    let time = nextTime(zones, schedule, instantOf(timeZone, first, 0) - 1)
    while (localDay(timeZone, time) < end) {
      const covered = periodBefore(zones, 'daily', timeZone, time)
      expect(covered.to).toBe(dateOf(localDay(timeZone, time) - 1))
      sent.push(dateOf(localDay(timeZone, time)))
      time = nextTimeAfter(zones, schedule, covered, time)
    }
    expect([hour, sent]).toEqual([hour, days])
  }
})

test('a report of an hour that the end of a day skips keeps its day in another time zone', () => {
  const next = Date.parse('2026-03-28T23:00Z')
  const moved = movedTime(zones, { hour: 23, next, from: 'UTC', to: 'America/Nuuk' }, 0)
  expect(iso(moved)).toBe('2026-03-29T00:00:00.000Z')
  expect(dateOf(localDay('America/Nuuk', moved))).toBe('2026-03-28')
})

test('a report covers the last whole day, week or month', () => {
  expect(period('daily', '2026-11-22T23:30:00Z')).toBe('2026-11-22 2026-11-22')
  expect(period('weekly', '2026-11-23T07:00:00Z')).toBe('2026-11-16 2026-11-22')
  // The service was down on Monday.
  expect(period('weekly', '2026-11-25T07:00:00Z')).toBe('2026-11-16 2026-11-22')
  expect(period('monthly', '2026-03-01T07:00:00Z')).toBe('2026-02-01 2026-02-28')
})
