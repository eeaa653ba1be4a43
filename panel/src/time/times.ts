/** Formats times with `Intl` in the reader's language. */

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a formatter costs 50 times as much as using it; a long timeline needs one per message. */
function format(locale: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${name}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, known)
  return known
}

/** `14:05` or `2:05 PM`, in the reader's time zone or in one that this browser knows. */
export const clockTime = (at: string, locale: string, timeZone?: string): string =>
  format(locale, `clock ${timeZone}`, { timeStyle: 'short', ...(timeZone && { timeZone }) }).format(
    new Date(at),
  )

/** `Tue, 14:05` in another time zone; null if this browser does not know it. */
export function zonedTime(now: number, timeZone: string, locale: string): string | null {
  try {
    return format(locale, `zoned ${timeZone}`, {
      timeZone,
      weekday: 'short',
      hour: 'numeric',
      minute: '2-digit',
    }).format(now)
  } catch {
    return null
  }
}

/** `31 Jan 2026, 14:05 GMT+1` in a time zone of the service, which the browser may not know: then in the reader's. */
export function zonedMoment(at: string, timeZone: string, locale: string): string {
  const options = {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  } as const
  try {
    return format(locale, `moment ${timeZone}`, { ...options, timeZone, timeZoneName: 'short' }).format(
      new Date(at),
    )
  } catch {
    return momentText(at, locale)
  }
}

/** Full date and time with time zone, shown on hover. */
export const exactTime = (at: string, locale: string): string =>
  format(locale, 'exact', { dateStyle: 'full', timeStyle: 'long' }).format(new Date(at))

/** Date and time of a record: `31 Jan 2026, 14:05:10`, or to the minute. */
export const momentText = (at: string, locale: string, precision: 'minute' | 'second' = 'minute'): string =>
  precision === 'second'
    ? format(locale, 'second', { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(at))
    : format(locale, 'minute', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))

/** `31 Jan 2026` */
export const dateText = (at: string, locale: string): string =>
  format(locale, 'date', { dateStyle: 'medium' }).format(new Date(at))

/** The reader's calendar day, for comparison. */
export function dayOf(at: string | number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`
}

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()

function relativeDays(locale: string): Intl.RelativeTimeFormat {
  const known = relativeFormats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  relativeFormats.set(locale, known)
  return known
}

const dayMs = 86_400_000

/** "today", "yesterday", `Friday` within a week, else the date; the year only when it is not this one. */
export function dayText(at: string, locale: string, now: number): string {
  const today = new Date(now)
  for (const days of [0, 1]) {
    const then = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days)
    if (dayOf(at) === dayOf(then.getTime())) {
      const text = relativeDays(locale).format(-days, 'day')
      return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
    }
  }
  const date = new Date(at)
  const age = now - date.getTime()
  if (age > 0 && age < 6 * dayMs) return format(locale, 'weekday', { weekday: 'long' }).format(date)
  if (date.getFullYear() === today.getFullYear()) {
    return format(locale, 'day', { weekday: 'short', day: 'numeric', month: 'long' }).format(date)
  }
  return format(locale, 'dayYear', { dateStyle: 'long' }).format(date)
}

/** For list rows: the time today, the weekday within a week, else a short date. */
export function shortWhen(at: string, locale: string, now: number): string {
  const date = new Date(at)
  if (dayOf(at) === dayOf(now)) return clockTime(at, locale)
  const age = now - date.getTime()
  if (age > 0 && age < 6 * dayMs) return format(locale, 'weekdayShort', { weekday: 'short' }).format(date)
  if (date.getFullYear() === new Date(now).getFullYear()) {
    return format(locale, 'dayShort', { day: 'numeric', month: 'short' }).format(date)
  }
  return format(locale, 'dateShort', { dateStyle: 'short' }).format(date)
}

const unitFormats = new Map<string, Intl.NumberFormat>()

function unit(value: number, name: 'second' | 'minute' | 'hour' | 'day', locale: string): string {
  const key = `${locale} ${name}`
  const known =
    unitFormats.get(key) ?? new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' })
  unitFormats.set(key, known)
  return known.format(value)
}

/** A duration in seconds as its two largest units: `45 sec`, `5 min`, `2 hr 5 min`, `3 days 4 hr`. */
export function durationText(seconds: number, locale: string): string {
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < 60) return unit(whole, 'second', locale)
  const parts = [
    { name: 'day', value: Math.floor(whole / 86_400) },
    { name: 'hour', value: Math.floor(whole / 3600) % 24 },
    { name: 'minute', value: Math.floor(whole / 60) % 60 },
  ] as const
  const first = parts.findIndex(({ value }) => value > 0)
  return parts
    .slice(first, first + 2)
    .filter(({ value }) => value > 0)
    .map(({ name, value }) => unit(value, name, locale))
    .join(' ')
}

/** Waiting time in one unit, at least one minute. */
export function waitingText(since: string, locale: string, now: number): string {
  const minutes = Math.max(1, Math.floor((now - Date.parse(since)) / 60_000))
  if (minutes < 60) return unit(minutes, 'minute', locale)
  if (minutes < 48 * 60) return unit(Math.floor(minutes / 60), 'hour', locale)
  return unit(Math.floor(minutes / 1440), 'day', locale)
}
