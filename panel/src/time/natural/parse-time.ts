import type { Meaning, TimeLanguage, TimeUnit } from './time-words.ts'
import { tokensOf, wordTable } from './word-table.ts'

/** Parts parsed so far. Each may occur once, in any order. */
interface Parts {
  amounts: Partial<Record<TimeUnit, number>> | null
  ahead: number | null
  weekday: number | null
  next: 'week' | 'month' | null
  date: { month: number; day: number | null; year: number | null } | null
  clock: { hour: number; minute: number } | null
  part: number | null
  half: 'am' | 'pm' | null
  /** A number whose meaning depends on the next words. */
  pending: number | null
  /** The next number is an hour. */
  hourNext: boolean
  /** "in": a unit alone counts once. */
  inSpan: boolean
}

/** Hour of a day without a time. */
const defaultHour = 9
const maxDays = 366
const dayMs = 86_400_000

/**
 * Parses a time in natural language: "tomorrow 9am", "in 2 hours", "monday", "24 dec 14:30". Words may be in any order, which
 * covers all six languages. Uses the time zone of the browser.
 * @returns null if the text contains an unknown word, or the time is not within the next year
 */
export function parseTime(text: string, language: TimeLanguage, now: Date): Date | null {
  const parts = read(tokensOf(text, language), language)
  if (parts === null) return null
  const moment = resolve(parts, now)
  if (moment === null || Number.isNaN(moment.getTime())) return null
  const ahead = moment.getTime() - now.getTime()
  return ahead > 0 && ahead <= maxDays * dayMs ? moment : null
}

function read(tokens: readonly string[], language: TimeLanguage): Parts | null {
  const parts: Parts = {
    amounts: null,
    ahead: null,
    weekday: null,
    next: null,
    date: null,
    clock: null,
    part: null,
    half: null,
    pending: null,
    hourNext: false,
    inSpan: false,
  }
  const { phrases, longest } = wordTable(language)
  let at = 0
  while (at < tokens.length) {
    const token = tokens[at] ?? ''
    if (/^\d/.test(token)) {
      if (!takeNumeric(parts, token, language)) return null
      at += 1
      continue
    }
    let length = Math.min(longest, tokens.length - at)
    let meanings: readonly Meaning[] | undefined
    for (; length > 0 && meanings === undefined; length--)
      meanings = phrases.get(tokens.slice(at, at + length).join(' '))
    if (meanings === undefined || !take(parts, choose(parts, meanings), language)) return null
    at += length + 1
  }
  return settlePending(parts) ? parts : null
}

/** "mañana" is tomorrow, then the morning; "saat" is hours after a number, else o'clock. */
function choose(parts: Parts, meanings: readonly Meaning[]): Meaning {
  const fits = (meaning: Meaning) => {
    if (meaning.kind === 'day') return parts.ahead === null && parts.weekday === null
    if (meaning.kind === 'unit') return parts.pending !== null || parts.inSpan
    return meaning.kind !== 'clock' || meanings.length === 1 || parts.pending === null
  }
  return meanings.find(fits) ?? (meanings[0] as Meaning)
}

function takeNumeric(parts: Parts, token: string, language: TimeLanguage): boolean {
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(token)
  if (iso) return setDate(parts, Number(iso[3]), Number(iso[2]), Number(iso[1]))
  const dayFirst =
    /^(\d\d?)\.(\d\d?)\.(\d{4})?$/.exec(token) ?? /^(\d\d?)\/(\d\d?)(?:\/(\d{4}))?$/.exec(token)
  if (dayFirst) {
    // 3/4 is ambiguous in English: 4 March or 3 April.
    if (language === 'en' && token.includes('/')) return false
    return setDate(parts, Number(dayFirst[1]), Number(dayFirst[2]), dayFirst[3] ? Number(dayFirst[3]) : null)
  }
  const clock = /^(\d\d?)[:.h](\d\d)$/.exec(token)
  if (clock) return setClock(parts, Number(clock[1]), Number(clock[2]))
  return /^\d{1,3}$/.test(token) && takeNumber(parts, Number(token))
}

function takeNumber(parts: Parts, value: number): boolean {
  if (parts.hourNext) {
    parts.hourNext = false
    return setClock(parts, value, 0)
  }
  if (parts.pending !== null) {
    if (parts.date === null || parts.date.day !== null) return false
    parts.date.day = parts.pending
  }
  parts.pending = value
  return true
}

function take(parts: Parts, meaning: Meaning, language: TimeLanguage): boolean {
  const { pending } = parts
  switch (meaning.kind) {
    case 'skip':
      return true
    case 'in':
      parts.inSpan = true
      return true
    case 'number':
      return takeNumber(parts, meaning.value)
    case 'span':
      return addAmount(parts, meaning.unit, meaning.amount)
    case 'unit': {
      // Without "dans", "9h" is a time of day in French.
      if (language === 'fr' && meaning.unit === 'hour' && !parts.inSpan) {
        parts.pending = null
        return pending === null ? parts.clock !== null : setClock(parts, pending, 0)
      }
      // "يوم الاثنين": the word for day before a weekday.
      if (pending === null && !parts.inSpan) return meaning.unit === 'day'
      parts.pending = null
      return addAmount(parts, meaning.unit, pending ?? 1)
    }
    case 'clock':
      if (pending === null) {
        parts.hourNext = parts.clock === null
        return true
      }
      parts.pending = null
      if (parts.date === null || parts.date.day !== null) return setClock(parts, pending, 0)
      parts.date.day = pending
      parts.hourNext = true
      return true
    case 'am':
    case 'pm':
      if (parts.half !== null) return false
      if (pending !== null) {
        parts.pending = null
        if (!setClock(parts, pending, 0)) return false
      }
      parts.half = meaning.kind
      return true
    case 'day':
      if (parts.ahead !== null || parts.weekday !== null) return false
      parts.ahead = meaning.ahead
      return true
    case 'weekday':
      if (parts.weekday !== null || parts.ahead !== null) return false
      parts.weekday = meaning.day
      return true
    case 'next':
      if (parts.next !== null) return false
      parts.next = meaning.unit
      return true
    case 'part':
      if (parts.part !== null) return false
      parts.part = meaning.hour
      return true
    default:
      if (parts.date !== null) return false
      parts.pending = null
      parts.date = { month: meaning.month, day: pending, year: null }
      return true
  }
}

function addAmount(parts: Parts, unit: TimeUnit, amount: number): boolean {
  if (parts.amounts?.[unit] !== undefined) return false
  parts.amounts = { ...parts.amounts, [unit]: amount }
  return true
}

function setClock(parts: Parts, hour: number, minute: number): boolean {
  if (parts.clock !== null || hour > 23 || minute > 59) return false
  parts.clock = { hour, minute }
  return true
}

function setDate(parts: Parts, day: number, month: number, year: number | null): boolean {
  if (parts.date !== null || month < 1 || month > 12 || day < 1 || day > 31) return false
  parts.date = { month: month - 1, day, year }
  return true
}

/** The last number: the day of a month, or the hour of a day. Alone it could be anything. */
function settlePending(parts: Parts): boolean {
  const { pending } = parts
  if (pending === null) return true
  parts.pending = null
  if (parts.date !== null && parts.date.day === null) {
    parts.date.day = pending
    return true
  }
  const hasDay = parts.ahead !== null || parts.weekday !== null || parts.date !== null || parts.next !== null
  return (hasDay || parts.part !== null) && setClock(parts, pending, 0)
}

function resolve(parts: Parts, now: Date): Date | null {
  const clock = clockOf(parts)
  if (clock === 'invalid') return null
  const day = dayOf(parts, now)
  if (day === 'invalid') return null
  if (parts.amounts !== null) return day === null ? afterAmounts(parts.amounts, clock, now) : null
  if (day === null) {
    if (clock === null) return null
    const today = at(now, clock)
    return today > now ? today : at(plusDays(now, 1), clock)
  }
  return at(day, clock ?? { hour: defaultHour, minute: 0 })
}

function clockOf({ clock, part, half }: Parts): { hour: number; minute: number } | null | 'invalid' {
  if (clock === null) {
    if (half !== null) return { hour: half === 'am' ? 9 : 18, minute: 0 }
    return part === null ? null : { hour: part, minute: 0 }
  }
  const { hour, minute } = clock
  if (half === null) return { hour: part !== null && part > 12 && hour < 12 ? hour + 12 : hour, minute }
  if (hour === 0 || hour > 12) return 'invalid'
  return { hour: (hour % 12) + (half === 'pm' ? 12 : 0), minute }
}

function dayOf({ ahead, weekday, next, date }: Parts, now: Date): Date | null | 'invalid' {
  const given = [ahead ?? (weekday === null ? null : weekday), date].filter((part) => part !== null)
  if (given.length > 1 || (next !== null && (ahead !== null || date !== null))) return 'invalid'
  if (date !== null) return date.day === null ? 'invalid' : comingDate({ ...date, day: date.day }, now)
  if (next === 'month')
    return weekday === null ? new Date(now.getFullYear(), now.getMonth() + 1, 1) : 'invalid'
  if (next === 'week') {
    const monday = plusDays(now, 7 - ((now.getDay() + 6) % 7))
    return plusDays(monday, ((weekday ?? 1) + 6) % 7)
  }
  if (ahead !== null) return plusDays(now, ahead)
  // The next one, never today.
  return weekday === null ? null : plusDays(now, ((weekday - now.getDay() + 6) % 7) + 1)
}

function comingDate(
  { day, month, year }: { day: number; month: number; year: number | null },
  now: Date,
): Date | 'invalid' {
  const made = new Date(year ?? now.getFullYear(), month, day)
  if (made.getMonth() !== month) return 'invalid'
  return year === null && plusDays(made, 1) < now ? new Date(now.getFullYear() + 1, month, day) : made
}

function afterAmounts(
  amounts: Partial<Record<TimeUnit, number>>,
  clock: { hour: number; minute: number } | null,
  now: Date,
): Date | null {
  const { minute = 0, hour = 0, day = 0, week = 0, month = 0 } = amounts
  const exact = minute > 0 || hour > 0
  if (exact && clock !== null) return null
  const later = plusDays(now, day + 7 * week)
  if (month > 0) later.setMonth(later.getMonth() + month)
  return clock === null ? new Date(later.getTime() + (hour * 60 + minute) * 60_000) : at(later, clock)
}

function at(day: Date, { hour, minute }: { hour: number; minute: number }): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute)
}

/** Adds days at the same local time, also across daylight saving changes. */
function plusDays(moment: Date, days: number): Date {
  const later = new Date(moment)
  later.setDate(later.getDate() + days)
  return later
}
