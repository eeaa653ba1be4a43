import type { Unit } from './report-values.ts'

/** Monday first, as in the data. */
export function weekdayNames(locale: string, weekday: 'narrow' | 'short' | 'long'): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
  // 2024-01-01 was a Monday.
  return Array.from({ length: 7 }, (_, index) => format.format(Date.UTC(2024, 0, 1 + index)))
}

export function hourNames(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' })
  return Array.from({ length: 24 }, (_, hour) => format.format(Date.UTC(2024, 0, 1, hour)))
}

const steps = [
  { length: 86_400, unit: 'day', from: 172_800 },
  { length: 3_600, unit: 'hour', from: 3_600 },
  { length: 60, unit: 'minute', from: 60 },
  { length: 1, unit: 'second', from: 0 },
] as const

/** For a cell: `1.2K`; durations in one unit: `45s`, `12m`, `3h`. */
export function shortValue(value: number, unit: Unit, locale: string): string {
  if (unit !== 'duration') {
    return new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
  }
  const step = steps.find(({ from }) => value >= from) ?? steps[3]
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: step.unit,
    unitDisplay: 'narrow',
    maximumFractionDigits: 0,
  }).format(value / step.length)
}
