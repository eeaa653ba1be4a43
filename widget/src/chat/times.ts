/** Times and sizes in words of a language. Formatters are slow to make (up to a millisecond), so they are kept. */
export interface Times {
  /** `10:31` */
  clock(at: Date): string
  /** `Today`, `Yesterday`, `Monday, 3 March` */
  day(at: Date): string
  /** `1.4 MB` */
  size(bytes: number): string
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
    size(bytes) {
      const large = bytes >= 1_000_000
      return new Intl.NumberFormat(language, {
        style: 'unit',
        unit: large ? 'megabyte' : 'kilobyte',
        maximumFractionDigits: large ? 1 : 0,
      }).format(large ? bytes / 1e6 : Math.max(1, bytes / 1e3))
    },
  }
}

/** A length of time, less than a day, as a call's clock shows it: `3:20`, `1:02:45`. */
export const minutes = (seconds: number): string =>
  new Date(seconds * 1_000)
    .toISOString()
    .slice(11, 19)
    .replace(/^0(0:0?)?/, '')

/** Of the visitor's own day; rounding the difference forgives the hour that summer time takes or gives. */
const midnight = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
