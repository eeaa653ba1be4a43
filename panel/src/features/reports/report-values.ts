import { durationText } from '../../time/times.ts'

/** What a figure counts. Durations are in seconds, shares between 0 and 1, scores on the survey's scale. */
export type Unit = 'count' | 'duration' | 'share' | 'score'

export const noValue = '–'

/** A figure in the reader's language; null: there was nothing to measure. */
export function valueText(value: number | null, unit: Unit, locale: string): string {
  if (value === null) return noValue
  switch (unit) {
    case 'count':
      return new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value)
    case 'duration':
      return durationText(value, locale)
    case 'share':
      return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value)
    default:
      return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
        value,
      )
  }
}

/** The unit of an axis, so that its ticks are round in minutes, hours or days, not in seconds. */
export interface AxisScale {
  divisor: number
  text: (scaled: number) => string
}

export function axisScale(largest: number, unit: Unit, locale: string): AxisScale {
  if (unit !== 'duration') {
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
    return {
      divisor: 1,
      text: (scaled) => (unit === 'share' ? valueText(scaled, unit, locale) : format.format(scaled)),
    }
  }
  const [divisor, name] =
    largest < 120
      ? ([1, 'second'] as const)
      : largest < 7_200
        ? ([60, 'minute'] as const)
        : largest < 172_800
          ? ([3_600, 'hour'] as const)
          : ([86_400, 'day'] as const)
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: name,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  })
  return { divisor, text: (scaled) => format.format(scaled) }
}

/** The change against the previous period; null: nothing to compare with. */
export type Change =
  | { kind: 'same' }
  /** Relative: `ratio` is 0.25 for a quarter more. */
  | { kind: 'relative'; ratio: number }
  /** Shares and scores change by points: 40 % to 50 % is not a quarter more. */
  | { kind: 'points'; points: number }
  /** The previous period had none. */
  | { kind: 'new' }

export function changeOf(value: number | null, previous: number | null, unit: Unit): Change | null {
  if (value === null || previous === null) return null
  if (value === previous) return { kind: 'same' }
  if (unit === 'share' || unit === 'score') return { kind: 'points', points: value - previous }
  return previous === 0 ? { kind: 'new' } : { kind: 'relative', ratio: (value - previous) / previous }
}

/** Whether more of a figure is good news, bad news or neither. */
export type Better = 'more' | 'less' | 'neither'

export function verdictOf(value: number, previous: number, better: Better): 'good' | 'bad' | 'neutral' {
  if (better === 'neither' || value === previous) return 'neutral'
  return value > previous === (better === 'more') ? 'good' : 'bad'
}
