import type { Holiday } from '@parley/protocol/business-hours'
import { dateOf, type Day } from '../zoned-time.ts'
import { readEvents, readText, type CalendarEvent } from './calendar-lines.ts'
import { occurrences, type DayRange } from './occurrences.ts'
import { readDate, readRule } from './recurrence-rule.ts'

export type ReadHolidays =
  | { outcome: 'read'; holidays: Holiday[] }
  | { outcome: 'not_calendar' | 'too_large' }

/** Past dates still count in the clocks of older conversations. */
const daysBack = 366
const daysAhead = 731
const maxEvents = 5000
/** Maximum number of days visited for all events together: some tenths of a second. */
const maxDays = 500_000
/** Longer events are cut. */
const maxEventDays = 366
const maxNameLength = 60

/**
 * The closed dates of a calendar, from a year ago to two years ahead, one per date. Only events of whole days count. What they say of
 * being free or busy does not: most calendars of holidays say free.
 */
export function readHolidays(file: Buffer, today: Day): ReadHolidays {
  const events = readEvents(file)
  if (events === null) return { outcome: 'not_calendar' }
  if (events.length > maxEvents) return { outcome: 'too_large' }
  const range = { first: today - daysBack, last: today + daysAhead }
  const names = new Map<Day, string>()
  let spent = 0
  const spend = (days: number) => {
    spent += days
    if (spent > maxDays) throw new TooLarge()
  }
  const changed = changedOccurrences(events)
  try {
    for (const event of events) addEvent(event)
  } catch (error) {
    if (error instanceof TooLarge) return { outcome: 'too_large' }
    throw error
  }
  const days = [...names].toSorted(([a], [b]) => a - b)
  return { outcome: 'read', holidays: days.map(([day, name]) => ({ date: dateOf(day), name })) }

  function addEvent(event: CalendarEvent): void {
    const span = wholeDays(event)
    if (span === null || valueOf(event, 'STATUS')?.toUpperCase() === 'CANCELLED') return
    const name = readText(valueOf(event, 'SUMMARY') ?? '', maxNameLength)
    const left = new Set(datesOf(event, 'EXDATE'))
    if (valueOf(event, 'RECURRENCE-ID') === undefined) {
      const days = changed.get(valueOf(event, 'UID') ?? '') ?? []
      spend(days.length)
      for (const day of days) left.add(day)
    }
    for (const start of startsOf(event, span, range, spend)) {
      if (left.has(start)) continue
      const [first, last] = [Math.max(start, range.first), Math.min(start + span.days - 1, range.last)]
      spend(Math.max(0, last - first + 1))
      for (let day = first; day <= last; day += 1) if (!names.has(day)) names.set(day, name)
    }
  }
}

class TooLarge extends Error {}

interface Span {
  start: Day
  days: number
}

const valueOf = (event: CalendarEvent, name: string): string | undefined =>
  event.find((property) => property.name === name)?.value.trim()

const datesOf = (event: CalendarEvent, name: string): Day[] =>
  event
    .filter((property) => property.name === name)
    .flatMap(({ value }) => value.split(','))
    .map(readDate)
    .filter((day) => day !== null)

/** Occurrences of recurring events that have an event of their own, or are cancelled, by UID. */
function changedOccurrences(events: CalendarEvent[]): Map<string, Day[]> {
  const changed = new Map<string, Day[]>()
  for (const event of events) {
    const day = readDate(valueOf(event, 'RECURRENCE-ID') ?? '')
    if (day === null) continue
    const uid = valueOf(event, 'UID') ?? ''
    const days = changed.get(uid)
    if (days) days.push(day)
    else changed.set(uid, [day])
  }
  return changed
}

const midnight = /^\d{8}T000000$/i

/** null: not an event of whole days. From midnight to midnight counts as such, in any time zone but UTC. */
function wholeDays(event: CalendarEvent): Span | null {
  const from = valueOf(event, 'DTSTART') ?? ''
  const to = valueOf(event, 'DTEND')
  const start = readDate(from)
  if (start === null) return null
  const isDate = from.length === 8
  if (!isDate && !midnight.test(from)) return null
  const duration = durationDays(valueOf(event, 'DURATION'))
  if (!isDate && (to === undefined ? duration === null : !midnight.test(to))) return null
  const end = readDate(to ?? '')
  // The end is not included.
  const days = end === null ? (duration ?? 1) : end - start
  if (!isDate && days < 1) return null
  return { start, days: Math.min(Math.max(1, days), maxEventDays) }
}

/** Of `P1D` and `P2W`; null: other durations. */
function durationDays(text: string | undefined): number | null {
  const [, count, unit] = /^\+?P(\d{1,4})([DW])$/i.exec(text ?? '') ?? []
  return count === undefined ? null : Number(count) * (unit?.toUpperCase() === 'W' ? 7 : 1)
}

/** The first days of the event that may reach into the range. */
function* startsOf(
  event: CalendarEvent,
  { start, days }: Span,
  range: DayRange,
  spend: (days: number) => void,
): Generator<Day> {
  const rules = event.filter(({ name }) => name === 'RRULE').map(({ value }) => readRule(value))
  const [rule] = rules
  // A second rule is not allowed, and one that cannot be read leaves the first date.
  if (rules.length !== 1 || !rule) yield start
  else yield* occurrences(rule, start, { first: range.first - days + 1, last: range.last }, spend)
  yield* datesOf(event, 'RDATE')
}
