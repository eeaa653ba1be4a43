import type {
  BusinessHours,
  BusinessHoursInput,
  HolidayFeed,
  HoursException,
  OpenPeriod,
} from '@parley/protocol/business-hours'
import { isSame } from '../../ui/draft.ts'

export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Hours being edited. The calendar is unchanged if its address is undefined. */
export type HoursValue = Omit<BusinessHoursInput, 'holiday_feed'> & {
  holiday_feed?: string | null | undefined
}

export const inputOf = ({ holiday_feed: address, ...hours }: HoursValue): BusinessHoursInput =>
  address === undefined ? hours : { ...hours, holiday_feed: address }

/** The editable part; a first proposal gets the time zone of the browser. */
export function formOf(hours: BusinessHours, browserZone: string): BusinessHoursInput {
  const { enabled, week, exceptions, holiday_feed: feed } = hours
  const timeZone = hours.saved ? hours.time_zone : browserZone
  const form = { enabled, time_zone: timeZone, week, exceptions }
  // An address that cannot be decrypted is not sent, because null would remove the calendar.
  return feed?.url === null ? form : { ...form, holiday_feed: feed?.url ?? null }
}

/** The address that a text of its field stands for. An empty one removes the calendar only if its address was shown. */
export const enteredAddress = (text: string, feed: HolidayFeed | null): HoursValue['holiday_feed'] =>
  text === '' ? (feed?.url === null ? undefined : null) : text

/** `24:00`, which time fields cannot show, is their midnight. */
export const shownEnd = (to: string): string => (to === '24:00' ? '00:00' : to)
export const endOf = (shown: string): string => (shown === '00:00' ? '24:00' : shown)

/** A new period after the last one of the day. */
export function addPeriod(periods: readonly OpenPeriod[]): OpenPeriod[] {
  const last = periods.at(-1)
  if (!last) return [{ from: '09:00', to: '17:00' }]
  return [...periods, { from: last.to === '24:00' ? '' : last.to, to: '24:00' }]
}

/** Whether a period of the day ends after it begins and overlaps no other. Times are texts of equal length. */
export const isPeriodValid = (period: OpenPeriod, periods: readonly OpenPeriod[]): boolean =>
  period.from !== '' &&
  period.to > period.from &&
  periods.every((other) => other === period || other.to <= period.from || other.from >= period.to)

export const arePeriodsValid = (periods: readonly OpenPeriod[]): boolean =>
  periods.every((period) => isPeriodValid(period, periods))

type Exceptions = Pick<HoursValue, 'exceptions'>

export const isDateValid = ({ date }: HoursException, { exceptions }: Exceptions): boolean =>
  date !== '' && exceptions.filter((other) => other.date === date).length === 1

export const areDatesValid = ({ exceptions }: Exceptions): boolean =>
  exceptions.every((exception) => isDateValid(exception, { exceptions }))

export const isValid = (form: HoursValue): boolean =>
  form.week.every(arePeriodsValid) &&
  form.exceptions.every(({ periods }) => arePeriodsValid(periods)) &&
  areDatesValid(form)

type Week = HoursValue['week']

/** The stored days, which others may have changed since `base`, with the own changes. */
export const mergedWeek = (base: Week, own: Week, stored: Week): Week =>
  own.map((day, index) => (isSame(day, base[index]) ? (stored[index] ?? day) : day))

/** As `mergedWeek`, by date. The own rows keep their order, so that the one being edited stays where it is. */
export function mergedExceptions(
  base: readonly HoursException[],
  own: HoursException[],
  stored: HoursException[],
): HoursException[] {
  const has = (all: readonly HoursException[], { date }: HoursException) =>
    all.some((each) => each.date === date)
  const isUnchanged = (exception: HoursException) => base.some((before) => isSame(before, exception))
  const kept = own.flatMap((mine) =>
    isUnchanged(mine) ? stored.filter(({ date }) => date === mine.date) : [mine],
  )
  const added = stored.filter((theirs) => !has(own, theirs) && !has(base, theirs))
  const merged = [...kept, ...added]
  // After a save whose response was lost: the service has sorted them.
  const sorted = (exceptions: HoursException[]) => exceptions.map((each) => JSON.stringify(each)).toSorted()
  const isStored = isSame(sorted(merged), sorted(stored))
  return isStored ? stored : merged
}
