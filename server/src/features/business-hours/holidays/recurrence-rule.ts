import { dayOf, weekdayOf, type Day } from '../zoned-time.ts'

/** The parts of an RRULE (RFC 5545, 3.3.10) that apply to dates. */
export interface RecurrenceRule {
  frequency: Frequency
  interval: number
  /** null: without end. */
  count: number | null
  until: Day | null
  months: number[]
  /** Negative ones count from the end of the month. */
  monthDays: number[]
  yearDays: number[]
  /** `nth` 0: every such weekday, otherwise of the month or year, from its end if negative. Monday is 0. */
  weekdays: { weekday: number; nth: number }[]
  /** Of the days of one period. */
  positions: number[]
  weekStart: number
}

type Frequency = 'YEARLY' | 'MONTHLY' | 'WEEKLY' | 'DAILY'

const frequencies: ReadonlySet<string> = new Set(['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY'])
const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
/** Longer lists of numbers do not occur: a month has 31 days, a year 53 weeks. */
const maxNumbers = 366

/** null: invalid, or with parts that are not supported: hours, minutes, seconds and numbered weeks. */
export function readRule(text: string): RecurrenceRule | null {
  const parts = new Map<string, string>()
  for (const part of text.trim().toUpperCase().split(';').slice(0, 20)) {
    const [name = '', value = ''] = part.split('=', 2)
    if (name !== '') parts.set(name, value)
  }
  const frequency = parts.get('FREQ') ?? ''
  if (!isFrequency(frequency)) return null
  if (['BYHOUR', 'BYMINUTE', 'BYSECOND', 'BYWEEKNO'].some((name) => parts.has(name))) return null
  const rule = {
    frequency,
    interval: numberOf(parts.get('INTERVAL') ?? '1', 1, 10_000),
    count: parts.has('COUNT') ? numberOf(parts.get('COUNT'), 1, 100_000) : null,
    until: parts.has('UNTIL') ? readDate(parts.get('UNTIL') ?? '') : null,
    months: numbersOf(parts.get('BYMONTH'), 1, 12),
    monthDays: numbersOf(parts.get('BYMONTHDAY'), -31, 31),
    yearDays: numbersOf(parts.get('BYYEARDAY'), -366, 366),
    weekdays: weekdaysOf(parts.get('BYDAY')),
    positions: numbersOf(parts.get('BYSETPOS'), -366, 366),
    weekStart: weekdayNames.indexOf(parts.get('WKST') ?? 'MO'),
  }
  const { interval, months, monthDays, yearDays, weekdays, positions } = rule
  if (interval === null || months === null || monthDays === null || yearDays === null) return null
  if (weekdays === null || positions === null || rule.weekStart === -1) return null
  if ((parts.has('COUNT') && rule.count === null) || (parts.has('UNTIL') && rule.until === null)) return null
  const byDay = frequency === 'WEEKLY' || frequency === 'DAILY'
  if (byDay && weekdays.some(({ nth }) => nth !== 0)) return null
  return { ...rule, interval, months, monthDays, yearDays, weekdays, positions }
}

/** The day of a date, or of the date of a time; null: not a date that exists. */
export function readDate(value: string): Day | null {
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)(?:T\d{6}Z?)?$/.exec(value.trim().toUpperCase()) ?? []
  if (year === undefined || month === undefined || date === undefined) return null
  const day = dayOf(`${year}-${month}-${date}`)
  // Date.parse reads February 30 as March 2, or not at all.
  return Number.isFinite(day) && new Date(day * dayMs).getUTCDate() === Number(date) ? day : null
}

const dayMs = 86_400_000
const isFrequency = (text: string): text is Frequency => frequencies.has(text)

function numberOf(text: string | undefined, min: number, max: number): number | null {
  if (text === undefined || !/^[+-]?\d{1,6}$/.test(text)) return null
  const number = Number(text)
  return number >= min && number <= max ? number : null
}

/** Empty: not restricted. null: invalid. */
function numbersOf(text: string | undefined, min: number, max: number): number[] | null {
  if (text === undefined) return []
  const parts = text.split(',', maxNumbers + 1)
  const numbers = parts
    .map((part) => numberOf(part, min, max))
    .filter((number) => number !== null && number !== 0)
  return numbers.length === parts.length && parts.length <= maxNumbers ? (numbers as number[]) : null
}

function weekdaysOf(text: string | undefined): RecurrenceRule['weekdays'] | null {
  if (text === undefined) return []
  const weekdays: RecurrenceRule['weekdays'] = []
  const parts = text.split(',', maxNumbers + 1)
  for (const part of parts) {
    const [, nth = '', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(part) ?? []
    const weekday = weekdayNames.indexOf(name)
    if (weekday === -1 || Math.abs(Number(nth)) > 53) return null
    weekdays.push({ weekday, nth: Number(nth) })
  }
  return parts.length <= maxNumbers ? weekdays : null
}

/** The rule with what it takes from its first date: `FREQ=YEARLY` alone repeats day and month. */
export function completeRule(rule: RecurrenceRule, start: Day): RecurrenceRule {
  const { frequency, months, monthDays, yearDays, weekdays } = rule
  const date = new Date(start * dayMs)
  const anyDay = monthDays.length > 0 || yearDays.length > 0 || weekdays.length > 0
  if (frequency === 'WEEKLY' && weekdays.length === 0)
    return { ...rule, weekdays: [{ weekday: weekdayOf(start), nth: 0 }] }
  if (anyDay || frequency === 'WEEKLY' || frequency === 'DAILY') return rule
  return {
    ...rule,
    monthDays: [date.getUTCDate()],
    months: frequency === 'YEARLY' && months.length === 0 ? [date.getUTCMonth() + 1] : months,
  }
}
