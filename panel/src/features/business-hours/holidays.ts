import type { Holiday, HoursException } from '@parley/protocol/business-hours'

export interface ComingHoliday extends Holiday {
  /** An exception of the same date counts instead. */
  replaced: boolean
}

/** The holidays from the reader's today on. */
export function comingHolidays(
  holidays: readonly Holiday[],
  exceptions: readonly HoursException[],
  now: number,
): ComingHoliday[] {
  const local = new Date(now)
  const [month, day] = [local.getMonth() + 1, local.getDate()].map((part) => `${part}`.padStart(2, '0'))
  const today = `${local.getFullYear()}-${month}-${day}`
  const excepted = new Set(exceptions.map(({ date }) => date))
  return holidays
    .filter(({ date }) => date >= today)
    .map((holiday) => ({ ...holiday, replaced: excepted.has(holiday.date) }))
}

/** Texts of `problems` by error code: `holiday_feed_refused` is the refusal of an address, `refused` the problem of a saved one. */
export const byErrorCode = (problems: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([problem, text]) => [`holiday_feed_${problem}`, text]))
