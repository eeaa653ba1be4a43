import { weekdayOf, type Day } from '../zoned-time.ts'
import { completeRule, type RecurrenceRule } from './recurrence-rule.ts'

/** Counts visited days, and throws when a calendar exceeds the limit: rules are untrusted input. */
export type Spend = (days: number) => void

/** Days from `first` to `last`, both included. */
export interface DayRange {
  first: Day
  last: Day
}

/**
 * The days of a rule within the range, in order. Only periods that touch the range are looked at, unless the rule has a
 * COUNT, so that a rule without end costs as much as any other. The first date belongs to them only if it fits the rule.
 */
export function* occurrences(
  given: RecurrenceRule,
  start: Day,
  range: DayRange,
  spend: Spend,
): Generator<Day> {
  const rule = completeRule(given, start)
  const last = Math.min(range.last, rule.until ?? Infinity)
  let counted = 0
  const { periodOf, daysOf } = calendars[rule.frequency]
  const origin = periodOf(start, rule)
  const from = rule.count === null ? Math.max(start, range.first) : start
  const skipped = Math.floor((periodOf(from, rule) - origin) / rule.interval)
  const end = periodOf(last, rule)
  for (let period = origin + skipped * rule.interval; period <= end; period += rule.interval) {
    for (const day of inPositions(matching(daysOf(period, rule), rule, spend), rule.positions)) {
      if (day < start) continue
      if (day > last || (rule.count !== null && counted === rule.count)) return
      counted += 1
      if (day >= range.first) yield day
    }
  }
}

interface Calendar {
  /** The number of the period of a day. */
  periodOf: (day: Day, rule: RecurrenceRule) => number
  daysOf: (period: number, rule: RecurrenceRule) => DayRange[]
}

const dayMs = 86_400_000
const firstOfMonth = (month: number): Day =>
  utcDay(Math.floor(month / 12), month - 12 * Math.floor(month / 12))
const rangeOfMonth = (month: number): DayRange => ({
  first: firstOfMonth(month),
  last: firstOfMonth(month + 1) - 1,
})
/** Of the week that contains day 0, a Thursday. */
const weekOffset = ({ weekStart }: RecurrenceRule): number => (((weekdayOf(0) - weekStart) % 7) + 7) % 7

/** `Date.UTC` takes the years 0 to 99 for those of the last century. */
function utcDay(year: number, month: number): Day {
  return new Date(0).setUTCFullYear(year, month, 1) / dayMs
}

const calendars: Record<RecurrenceRule['frequency'], Calendar> = {
  YEARLY: {
    periodOf: (day) => new Date(day * dayMs).getUTCFullYear(),
    daysOf: (year, { months }) =>
      months.length === 0
        ? [{ first: utcDay(year, 0), last: utcDay(year + 1, 0) - 1 }]
        : [...new Set(months)].toSorted((a, b) => a - b).map((month) => rangeOfMonth(12 * year + month - 1)),
  },
  MONTHLY: {
    periodOf(day) {
      const date = new Date(day * dayMs)
      return 12 * date.getUTCFullYear() + date.getUTCMonth()
    },
    daysOf: (month) => [rangeOfMonth(month)],
  },
  WEEKLY: {
    periodOf: (day, rule) => Math.floor((day + weekOffset(rule)) / 7),
    daysOf(week, rule) {
      const first = 7 * week - weekOffset(rule)
      return [{ first, last: first + 6 }]
    },
  },
  DAILY: { periodOf: (day) => day, daysOf: (day) => [{ first: day, last: day }] },
}

function matching(ranges: DayRange[], rule: RecurrenceRule, spend: Spend): Day[] {
  const days: Day[] = []
  for (const { first, last } of ranges) {
    spend(last - first + 1)
    for (let day = first; day <= last; day += 1) if (matches(day, rule)) days.push(day)
  }
  return days
}

function matches(day: Day, { months, monthDays, yearDays, weekdays, frequency }: RecurrenceRule): boolean {
  const weekday = weekdayOf(day)
  // The cheapest first.
  if (weekdays.length > 0 && !weekdays.some((one) => one.weekday === weekday)) return false
  const date = new Date(day * dayMs)
  const [year, month, dateOfMonth] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (months.length > 0 && !months.includes(month + 1)) return false
  const daysInMonth = () => firstOfMonth(12 * year + month + 1) - day + dateOfMonth - 1
  if (monthDays.length > 0 && !isAt(monthDays, dateOfMonth, daysInMonth)) return false
  if (yearDays.length === 0 && weekdays.every(({ nth }) => nth === 0)) return true
  const newYear = utcDay(year, 0)
  const dayOfYear = day - newYear + 1
  const daysInYear = () => utcDay(year + 1, 0) - newYear
  if (yearDays.length > 0 && !isAt(yearDays, dayOfYear, daysInYear)) return false
  const ofMonth = frequency === 'MONTHLY' || months.length > 0
  const at = ofMonth ? dateOfMonth : dayOfYear
  const nth = Math.ceil(at / 7)
  const weeks = () => nth + Math.floor(((ofMonth ? daysInMonth() : daysInYear()) - at) / 7)
  return (
    weekdays.length === 0 ||
    weekdays.some((one) => one.weekday === weekday && (one.nth === 0 || isAt([one.nth], nth, weeks)))
  )
}

/** Whether the numbers name the `at`-th of `of`, from 1, or from the end if negative. */
const isAt = (numbers: number[], at: number, of: () => number): boolean =>
  numbers.includes(at) || (numbers.some((number) => number < 0) && numbers.includes(at - of() - 1))

function inPositions(days: Day[], positions: number[]): Day[] {
  if (positions.length === 0) return days
  return days.filter((_, index) => isAt(positions, index + 1, () => days.length))
}
