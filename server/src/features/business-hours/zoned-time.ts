import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/cache.ts'

/** A date without time zone, as days since 1970-01-01. */
export type Day = number

export const dayMs = 86_400_000
const minuteMs = 60_000

export const dayOf = (date: string): Day => Date.parse(`${date}T00:00:00Z`) / dayMs
export const dateOf = (day: Day): string => new Date(day * dayMs).toISOString().slice(0, 10)
/** Monday is 0. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: Day): number => (((day + 3) % 7) + 7) % 7

/** Formatters are slow to create. */
const formatters = new LRUCache<string, Intl.DateTimeFormat>({
  max: 100,
  memoMethod: (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
})
const formatterOf = (timeZone: string) => formatters.memo(timeZone)

/** The clock of the zone at an instant, as the milliseconds at which a UTC clock shows the same. */
function localMs(timeZone: string, instant: number): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatterOf(timeZone).formatToParts(instant)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((instant % 1000) + 1000) % 1000)
}

const offsetMs = (timeZone: string, instant: number): number => localMs(timeZone, instant) - instant

export const localDay = (timeZone: string, instant: number): Day =>
  Math.floor(localMs(timeZone, instant) / dayMs)

/**
 * The instant at which the clock of the zone first shows this time or a later one of the day: of a time that exists twice the
 * first, of a time that is skipped the moment of the change. Never decreases with the time, so periods that
 * touch on the clock touch in time.
 */
export function instantOf(timeZone: string, day: Day, minutes: number): number {
  const key = `${day} ${minutes} ${timeZone}`
  const known = instants.get(key)
  if (known !== undefined) return known
  const instant = findInstant(timeZone, day, minutes)
  instants.set(key, instant)
  return instant
}

/** Formatting is slow, and all deadlines of an organization are counted with the same openings. */
const instants = new LRUCache<string, number>(atMost(50_000))

function findInstant(timeZone: string, day: Day, minutes: number): number {
  const wanted = day * dayMs + minutes * minuteMs
  // Offsets change at most once within two days, so one of these two applies.
  const before = offsetMs(timeZone, wanted - dayMs)
  const after = offsetMs(timeZone, wanted + dayMs)
  const early = wanted - Math.max(before, after)
  const late = wanted - Math.min(before, after)
  if (localMs(timeZone, early) === wanted) return early
  if (localMs(timeZone, late) === wanted) return late
  return changeBetween(timeZone, early, late)
}

/** The first millisecond with the offset of `to`. */
function changeBetween(timeZone: string, from: number, to: number): number {
  const target = offsetMs(timeZone, to)
  let [low, high] = [from, to]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetMs(timeZone, middle) === target) high = middle
    else low = middle
  }
  return high
}
