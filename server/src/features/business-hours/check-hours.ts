import type { OpenPeriod } from '@parley/protocol/business-hours'
import { AppError } from '../../core/app-error.ts'
import { isTimeZone } from '../../core/time-zone.ts'
import type { EnteredHours } from './business-hours-store.ts'
import { minutesOf } from './open-time.ts'
import { dateOf, dayOf } from './zoned-time.ts'

export const timeZoneUnknown = () => new AppError('time_zone_unknown', { pointer: '/body/time_zone' })

/**
 * Returns the hours in order: periods by time, exceptions by date.
 * @throws AppError time_zone_unknown, hours_period_invalid, hours_exception_invalid
 */
export function checkHours(input: EnteredHours): EnteredHours {
  if (!isTimeZone(input.time_zone)) throw timeZoneUnknown()
  const dates = new Set<string>()
  for (const [index, { date }] of input.exceptions.entries()) {
    // February 30 becomes March 2.
    if (dates.has(date) || dateOf(dayOf(date)) !== date)
      throw new AppError('hours_exception_invalid', { pointer: `/body/exceptions/${index}/date` })
    dates.add(date)
  }
  return {
    ...input,
    week: input.week.map((periods, index) => checkPeriods(periods, `/body/week/${index}`)),
    exceptions: input.exceptions
      .map((exception, index) => ({
        ...exception,
        name: exception.name.trim(),
        periods: checkPeriods(exception.periods, `/body/exceptions/${index}/periods`),
      }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
  }
}

function checkPeriods(periods: OpenPeriod[], pointer: string): OpenPeriod[] {
  const sorted = periods.toSorted((a, b) => minutesOf(a.from) - minutesOf(b.from))
  let end = 0
  for (const { from, to } of sorted) {
    if (minutesOf(from) < end || minutesOf(to) <= minutesOf(from))
      throw new AppError('hours_period_invalid', { pointer })
    end = minutesOf(to)
  }
  return sorted
}
