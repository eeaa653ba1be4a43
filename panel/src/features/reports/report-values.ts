/** What a figure counts. Durations and times are in seconds, shares between 0 and 1, scores on the survey's scale. */
export type Unit = 'count' | 'duration' | 'time' | 'share' | 'score'

export const noValue = '–'

/** A figure in the reader's language; null: there was nothing to measure. */
export function valueText(value: number | null, unit: Unit, locale: string): string {
  if (value === null) return noValue
  switch (unit) {
    case 'count':
      return new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value)
    case 'duration':
      return inUnits(value, ['day', 'hour', 'minute', 'second'], locale)
    case 'time':
      // Working time in days of 24 hours would be misleading, and minutes are too precise for weeks.
      return inUnits(value, value < 360_000 ? ['hour', 'minute', 'second'] : ['hour'], locale)
    case 'share':
      return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value)
    default:
      return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
        value,
      )
  }
}

type TimeUnit = 'day' | 'hour' | 'minute' | 'second'
const unitSeconds: Record<TimeUnit, number> = { day: 86_400, hour: 3_600, minute: 60, second: 1 }

/** The two largest of these units, down to seconds: reports compare medians of a minute. `45s`, `1m 32s`, `2h 5m`, `3d 4h`. */
function inUnits(seconds: number, units: readonly TimeUnit[], locale: string): string {
  let rest = Math.max(0, Math.round(seconds))
  const parts = units.map((name) => {
    const value = Math.floor(rest / unitSeconds[name])
    rest -= value * unitSeconds[name]
    return { name, value }
  })
  const found = parts.findIndex(({ value }) => value > 0)
  const first = found < 0 ? parts.length - 1 : found
  return parts
    .slice(first, first + 2)
    .filter(({ value }, index) => index === 0 || value > 0)
    .map(({ name, value }) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'narrow' }).format(value),
    )
    .join(' ')
}

/** An axis in a unit in which its ticks are round: minutes, hours or days, not seconds. */
export interface AxisScale {
  divisor: number
  /** From 0 to at least the largest value, divided by `divisor`. */
  ticks: number[]
  text: (scaled: number) => string
}

const clockSteps = [1, 2, 5, 10, 15, 30]
const axisUnits = [
  { name: 'second', below: 120, steps: clockSteps },
  { name: 'minute', below: 7_200, steps: clockSteps },
  { name: 'hour', below: 172_800, steps: [1, 2, 3, 6, 12] },
  { name: 'day', below: Number.POSITIVE_INFINITY, steps: [] },
] as const

export function axisScale(largest: number, unit: Unit, locale: string): AxisScale {
  if (unit !== 'duration') {
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
    return {
      divisor: 1,
      ticks: ticksTo(largest, []),
      text: (scaled) => (unit === 'share' ? valueText(scaled, unit, locale) : format.format(scaled)),
    }
  }
  const { name, steps } = axisUnits.find(({ below }) => largest < below) ?? axisUnits[0]
  const divisor = unitSeconds[name]
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' })
  return { divisor, ticks: ticksTo(largest / divisor, steps), text: (scaled) => format.format(scaled) }
}

const mostSteps = 5

/** `steps` first, then 1, 2, 5, 10, 20, 50 and so on. */
function ticksTo(largest: number, steps: readonly number[]): number[] {
  let step = steps.find((each) => largest / each <= mostSteps)
  for (let power = 1; step === undefined; power *= 10) {
    step = [1, 2, 5].map((each) => each * power).find((each) => largest / each <= mostSteps)
  }
  const size = step
  return Array.from({ length: Math.max(1, Math.ceil(largest / size)) + 1 }, (_, index) => index * size)
}

/** The change against the previous period; null: nothing to compare with. */
export type Change =
  /** Also what would be written as a change of 0. */
  | { kind: 'same' }
  /** Relative: `ratio` is 0.25 for a quarter more. */
  | { kind: 'relative'; ratio: number }
  /** Shares and scores change by points: 40 % to 50 % is not a quarter more. */
  | { kind: 'points'; points: number }
  /** The previous period had none. */
  | { kind: 'new' }

export function changeOf(value: number | null, previous: number | null, unit: Unit): Change | null {
  if (value === null || previous === null) return null
  const difference = value - previous
  if (unit === 'share' || unit === 'score') {
    return Math.abs(difference) < (unit === 'share' ? 0.0005 : 0.005)
      ? { kind: 'same' }
      : { kind: 'points', points: difference }
  }
  if (previous === 0) return { kind: value === 0 ? 'same' : 'new' }
  const ratio = difference / previous
  return Math.abs(ratio) < 0.0005 ? { kind: 'same' } : { kind: 'relative', ratio }
}

/** Whether an increase of a figure is good, bad or neither. */
export type Better = 'more' | 'less' | 'neither'

export function verdictOf(value: number, previous: number, better: Better): 'good' | 'bad' | 'neutral' {
  if (better === 'neither' || value === previous) return 'neutral'
  return value > previous === (better === 'more') ? 'good' : 'bad'
}
