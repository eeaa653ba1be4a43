import type { ReportCadence } from '@parley/protocol/report-schedule'
import type { Days } from './report-request.ts'

/** Days are counted from 1970-01-01; Monday is 0. */
export interface Zones {
  localDay: (timeZone: string, instant: number) => number
  /** The instant at which the zone's clock first shows this time of the day or a later one. */
  instantOf: (timeZone: string, day: number, minutes: number) => number
  weekdayOf: (day: number) => number
  dateOf: (day: number) => string
}

const hourMs = 3_600_000

/**
 * When a schedule is due on a day. Where the clock skips the last hour of a day, as in Nuuk in March, it is due an hour earlier: at
 * midnight, the report would be that of the next day.
 */
function timeOn(zones: Zones, { hour, timeZone }: { hour: number; timeZone: string }, day: number): number {
  const instant = zones.instantOf(timeZone, day, hour * 60)
  const isOnDay = (time: number) => zones.localDay(timeZone, time) === day
  return !isOnDay(instant) && isOnDay(instant - hourMs) ? instant - hourMs : instant
}

const isFirst = (date: string): boolean => date.endsWith('-01')

/** When a schedule is due for the first time after an instant. */
export function nextTime(
  zones: Zones,
  { cadence, hour, timeZone }: { cadence: ReportCadence; hour: number; timeZone: string },
  after: number,
): number {
  const isDay = (day: number): boolean =>
    cadence === 'daily' || (cadence === 'weekly' ? zones.weekdayOf(day) === 0 : isFirst(zones.dateOf(day)))
  for (let day = zones.localDay(timeZone, after); ; day += 1) {
    const instant = isDay(day) ? timeOn(zones, { hour, timeZone }, day) : after
    if (instant > after) return instant
  }
}

/** When the report after the one of these days is due: one that is sent late, after midnight, may cover the days of the next time. */
export function nextTimeAfter(
  zones: Zones,
  schedule: { cadence: ReportCadence; hour: number; timeZone: string },
  days: Days,
  now: number,
): number {
  const { cadence, timeZone } = schedule
  const isOfSameDays = (time: number) => periodBefore(zones, cadence, timeZone, time).from === days.from
  let next = nextTime(zones, schedule, now)
  while (isOfSameDays(next)) next = nextTime(zones, schedule, next)
  return next
}

/**
 * The same day in another time zone, or now if its hour has passed there. No report is sent twice, and none is left out but a daily one
 * whose day is already over there: the newer one is sent instead, as after an outage.
 */
export function movedTime(
  zones: Zones,
  { hour, next, from, to }: { hour: number; next: number; from: string; to: string },
  now: number,
): number {
  return Math.max(now, timeOn(zones, { hour, timeZone: to }, zones.localDay(from, next)))
}

/** The last whole day, week or month before an instant: the newest one if the service was down when it was due. */
export function periodBefore(zones: Zones, cadence: ReportCadence, timeZone: string, now: number): Days {
  const today = zones.localDay(timeZone, now)
  const days = (from: number, to: number): Days => ({ from: zones.dateOf(from), to: zones.dateOf(to) })
  if (cadence === 'daily') return days(today - 1, today - 1)
  if (cadence === 'weekly') {
    const monday = today - zones.weekdayOf(today)
    return days(monday - 7, monday - 1)
  }
  const firstOf = (day: number): number => day - Number(zones.dateOf(day).slice(8)) + 1
  const last = firstOf(today) - 1
  return days(firstOf(last), last)
}
