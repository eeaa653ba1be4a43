import Type, { type Static } from 'typebox'
import { closed, nullable, Timestamp } from './scalars.ts'

/** Time on the clock, to the minute. `24:00` is the end of the day and only valid as an end. */
const from = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })
const to = Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$' })

/** Open from `from` up to, but not including, `to`, on one day. Hours past midnight are two periods. */
export const OpenPeriod = Type.Object({ from, to }, closed)
export type OpenPeriod = Static<typeof OpenPeriod>

/** Per day. */
export const maxPeriods = 8
const Periods = Type.Array(OpenPeriod, { maxItems: maxPeriods })

export const maxExceptions = 400

/** A date with hours of its own; without periods: closed. */
export const HoursException = Type.Object(
  {
    date: Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' }),
    name: Type.String({ maxLength: 60 }),
    periods: Periods,
  },
  closed,
)
export type HoursException = Static<typeof HoursException>

const schedule = {
  /** false: open at all times. The hours are kept. */
  enabled: Type.Boolean(),
  /** IANA name: `Europe/Berlin`. */
  time_zone: Type.String({ minLength: 1, maxLength: 64 }),
  /** Monday to Sunday. */
  week: Type.Array(Periods, { minItems: 7, maxItems: 7 }),
  exceptions: Type.Array(HoursException, { maxItems: maxExceptions }),
}

/** When a team replies. */
export const BusinessHoursInput = Type.Object(
  {
    ...schedule,
    /** Address of a calendar of holidays, `https://` or `webcal://`; null: none. Absent: unchanged. */
    holiday_feed: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 2048 }))),
  },
  closed,
)
export type BusinessHoursInput = Static<typeof BusinessHoursInput>

/** A closed date of a calendar. */
export const Holiday = Type.Object({ date: Type.String(), name: Type.String() }, closed)
export type Holiday = Static<typeof Holiday>

/** Why a calendar of holidays could not be read. */
export const HolidayFeedProblem = Type.Union([
  /** The address is not on the public internet. */
  Type.Literal('refused'),
  /** The host does not exist or did not respond. */
  Type.Literal('unreachable'),
  /** The response was a redirect, which is not followed. */
  Type.Literal('redirected'),
  /** The response had another status than 200. */
  Type.Literal('bad_status'),
  Type.Literal('too_large'),
  Type.Literal('not_calendar'),
  /** The address was encrypted with another PARLEY_SECRET and must be entered again. */
  Type.Literal('url_unreadable'),
])
export type HolidayFeedProblem = Static<typeof HolidayFeedProblem>

/** A calendar of holidays that is read daily. Its dates are closed, except those with an exception of their own. */
export const HolidayFeed = Type.Object(
  {
    /** null for agents who are not admins: it may give access to a private calendar. Also null if `problem` is `url_unreadable`. */
    url: nullable(Type.String()),
    /** When it was read last. */
    read_at: Timestamp,
    /** Of the last attempt; the holidays are those of the one before. null: it succeeded. */
    problem: nullable(HolidayFeedProblem),
    /** By date, from a year ago to two years ahead. */
    holidays: Type.Array(Holiday),
  },
  closed,
)
export type HolidayFeed = Static<typeof HolidayFeed>

export const BusinessHours = Type.Object(
  {
    ...schedule,
    holiday_feed: nullable(HolidayFeed),
    /** Whether the hours are saved; false: the proposal for an organization that has none. */
    saved: Type.Boolean(),
    open_now: Type.Boolean(),
    /** The next opening; null while open, or if none follows within a year. */
    opens_at: nullable(Timestamp),
  },
  closed,
)
export type BusinessHours = Static<typeof BusinessHours>

/** The hours that apply to a team. */
export const TeamHours = Type.Object(
  {
    /** false: `hours` are those of the organization. */
    own: Type.Boolean(),
    hours: BusinessHours,
  },
  closed,
)
export type TeamHours = Static<typeof TeamHours>

/** Outside business hours. `opens_at` null: no opening within a year. */
export interface OutsideHours {
  opens_at: string | null
}
