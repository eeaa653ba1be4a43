/** Formats times and dates in a language. Formatters take up to a millisecond to create, so they are kept. */
export interface Times {
  /** `10:31` */
  clock(at: Date): string
  /** `Today`, `Yesterday`, `Monday, 3 March` */
  day(at: Date): string
}

export function createTimes(language: string, now: () => Date = () => new Date()): Times {
  const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' })
  const day = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' })
  const dayOfYear = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', year: 'numeric' })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })

  return {
    clock: (at) => clock.format(at),
    day(at) {
      const today = now()
      const daysAgo = Math.round((midnight(today) - midnight(at)) / 86_400_000)
      if (daysAgo === 0 || daysAgo === 1) return relative.format(-daysAgo, 'day')
      return (at.getFullYear() === today.getFullYear() ? day : dayOfYear).format(at)
    },
  }
}

/** A duration of less than a day: `3:20`, `1:02:45`. */
export const minutes = (seconds: number): string =>
  new Date(seconds * 1_000)
    .toISOString()
    .slice(11, 19)
    .replace(/^0(0:0?)?/, '')

/** In the visitor's time zone. Callers round the difference, because days with a clock change have 23 or 25 hours. */
const midnight = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
