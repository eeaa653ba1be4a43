import type { BusinessHoursInput, OpenPeriod } from '@parley/protocol/business-hours'
import { dateOf, instantOf, localDay, weekdayOf, type Day } from './zoned-time.ts'

/** Determines when a team is open. Of two exceptions for a date, the later one in the list counts. */
export type Schedule = Pick<BusinessHoursInput, 'time_zone' | 'week' | 'exceptions'>

/** Instants in milliseconds; `to` is not included. */
interface OpenSpan {
  from: number
  to: number
}

/** How far `nextOpening` looks ahead. */
const horizonDays = 366
/** How far `instantAfter` looks ahead: 30 days of open time, the longest target, take half a year of usual weeks. */
const countingHorizonDays = 2 * 366

/** Seconds within business hours between two instants in milliseconds; 0 if `to` is not after `from`. */
export function openSeconds(schedule: Schedule, from: number, to: number): number {
  if (to <= from) return 0
  let openMs = 0
  for (const span of spansBetween(schedule, from, to))
    openMs += Math.max(0, Math.min(span.to, to) - Math.max(span.from, from))
  return openMs / 1000
}

export function isOpen(schedule: Schedule, at: number): boolean {
  for (const span of spansBetween(schedule, at, at)) if (span.from <= at && at < span.to) return true
  return false
}

/** The start of the first period after `at`, in milliseconds, or `at` itself while open; null: none within a year. */
export function nextOpening(schedule: Schedule, at: number): number | null {
  for (const span of spansBetween(schedule, at, at + horizonDays * 86_400_000))
    if (span.to > at) return Math.max(span.from, at)
  return null
}

/**
 * The inverse of `openSeconds`: the first instant at which so many seconds within business hours have passed since `from`, in
 * milliseconds; null: not within two years.
 */
export function instantAfter(schedule: Schedule, from: number, seconds: number): number | null {
  // Sums of seconds are inexact, and a time that ends at a closing would otherwise go on at the next opening.
  let missingMs = Math.round(seconds * 1000)
  if (missingMs <= 0) return from
  for (const span of spansBetween(schedule, from, from + countingHorizonDays * 86_400_000)) {
    const start = Math.max(span.from, from)
    const openMs = Math.max(0, span.to - start)
    if (openMs >= missingMs) return Math.round(start + missingMs)
    missingMs -= openMs
  }
  return null
}

/** Open spans of all days that touch the interval, in order and without overlap. */
function* spansBetween(schedule: Schedule, from: number, to: number): Generator<OpenSpan> {
  const { time_zone: zone } = schedule
  const exceptions = new Map(schedule.exceptions.map(({ date, periods }) => [date, periods]))
  const last = localDay(zone, to)
  for (let day: Day = localDay(zone, from); day <= last; day += 1) {
    for (const period of periodsOf(schedule, exceptions, day)) {
      const span = {
        from: instantOf(zone, day, minutesOf(period.from)),
        to: instantOf(zone, day, minutesOf(period.to)),
      }
      // A period within a skipped hour.
      if (span.to > span.from) yield span
    }
  }
}

function periodsOf(schedule: Schedule, exceptions: Map<string, OpenPeriod[]>, day: Day): OpenPeriod[] {
  return exceptions.get(dateOf(day)) ?? schedule.week[weekdayOf(day)] ?? []
}

export const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
