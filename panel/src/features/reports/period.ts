import { knownZone } from '../../time/known-zone.ts'

/** Periods of reports: whole calendar days (`2026-11-23`) in the organization's time zone. */
export interface Period {
  from: string
  /** The last day, included. */
  to: string
}

/** Whole weeks, so that a period and the one before it have the same weekdays. */
const rolling = { '7d': 7, '28d': 28, '84d': 84, '364d': 364 } as const

export type PeriodName = 'today' | 'yesterday' | keyof typeof rolling | 'month' | 'last-month'

/** In display order. */
export const periodNames: readonly PeriodName[] = [
  'today',
  'yesterday',
  '7d',
  '28d',
  '84d',
  '364d',
  'month',
  'last-month',
]

export const defaultPeriod: PeriodName = '28d'

export const isPeriodName = (value: unknown): value is PeriodName =>
  periodNames.some((name) => name === value)

const dayMs = 86_400_000
const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const toMs = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: string, days: number): string => toDay(toMs(day) + days * dayMs)

/** Days in the period, both ends included. */
export const daysIn = ({ from, to }: Period): number => Math.round((toMs(to) - toMs(from)) / dayMs) + 1

/** The calendar day in a time zone. */
export function dayIn(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: knownZone(timeZone),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** Rolling periods end today: a new installation sees its first conversations at once. */
export function periodOf(name: PeriodName, today: string): Period {
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today }
    case 'last-month': {
      const to = addDays(`${today.slice(0, 8)}01`, -1)
      return { from: `${to.slice(0, 8)}01`, to }
    }
    default:
      return { from: addDays(today, 1 - rolling[name]), to: today }
  }
}

const dayForm = /^\d{4}-\d{2}-\d{2}$/

/** Whether the text is a day that exists: `2026-02-30` is none. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  dayForm.test(value) &&
  !Number.isNaN(toMs(value)) &&
  toDay(toMs(value)) === value

/** `1 – 28 Nov 2026`, in the reader's language. */
export function periodText({ from, to }: Period, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return from === to ? format.format(toMs(from)) : format.formatRange(toMs(from), toMs(to))
}

/** Corrects an invalid period by moving its other end. `kept`: the end that was entered. */
export function validPeriod({ from, to }: Period, kept: 'from' | 'to', maxDays: number): Period {
  if (from > to) return kept === 'from' ? { from, to: from } : { from: to, to }
  if (daysIn({ from, to }) <= maxDays) return { from, to }
  return kept === 'from' ? { from, to: addDays(from, maxDays - 1) } : { from: addDays(to, 1 - maxDays), to }
}

/** As many days directly before. */
export const periodBefore = (period: Period): Period => ({
  from: addDays(period.from, -daysIn(period)),
  to: addDays(period.from, -1),
})
