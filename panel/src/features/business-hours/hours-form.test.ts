import { expect, test } from 'vitest'
import {
  addPeriod,
  areDatesValid,
  arePeriodsValid,
  endOf,
  enteredAddress,
  formOf,
  inputOf,
  isDateValid,
  isPeriodValid,
  mergedExceptions,
  mergedWeek,
  shownEnd,
} from './hours-form.ts'

test('periods that end too early, overlap or are incomplete are invalid', () => {
  expect(arePeriodsValid([{ from: '10:00', to: '10:00' }])).toBe(false)
  expect(arePeriodsValid([{ from: '', to: '10:00' }])).toBe(false)
  expect(arePeriodsValid([{ from: '10:00', to: '' }])).toBe(false)
  const morning = { from: '08:00', to: '12:00' }
  expect(arePeriodsValid([{ from: '11:00', to: '13:00' }, morning])).toBe(false)
  expect(arePeriodsValid([{ from: '12:00', to: '24:00' }, morning])).toBe(true)
  expect(arePeriodsValid([])).toBe(true)
})

test('only the periods and dates that are wrong are invalid', () => {
  const periods = [
    { from: '08:00', to: '12:00' },
    { from: '11:00', to: '13:00' },
    { from: '18:00', to: '02:00' },
    { from: '13:00', to: '14:00' },
  ]
  expect(periods.map((period) => isPeriodValid(period, periods))).toEqual([false, false, false, true])
  const exceptions = ['2026-12-25', '2026-12-25', '2026-12-26', ''].map((date) => ({
    date,
    name: '',
    periods: [],
  }))
  expect(exceptions.map((each) => isDateValid(each, { exceptions }))).toEqual([false, false, true, false])
})

test('the form leaves a calendar unchanged whose address cannot be decrypted', () => {
  const feed = {
    url: null,
    read_at: '2026-11-23T09:00:00Z',
    problem: 'url_unreadable' as const,
    holidays: [],
  }
  const hours = {
    enabled: true,
    time_zone: 'UTC',
    week: [],
    exceptions: [],
    saved: true,
    open_now: true,
    opens_at: null,
  }
  expect(formOf({ ...hours, holiday_feed: feed }, 'UTC')).not.toHaveProperty('holiday_feed')
  expect(formOf({ ...hours, holiday_feed: null }, 'UTC')).toHaveProperty('holiday_feed', null)
})

test('an emptied address removes a calendar only if its address was shown', () => {
  const feed = { read_at: '2026-11-23T09:00:00Z', problem: null, holidays: [] }
  const shown = { ...feed, url: 'https://calendars.example/a.ics' }
  const hours = { enabled: true, time_zone: 'UTC', week: [], exceptions: [] }
  const hidden = { ...feed, url: null, problem: 'url_unreadable' as const }
  expect(enteredAddress('', null)).toBeNull()
  expect(enteredAddress('', shown)).toBeNull()
  expect(enteredAddress('', hidden)).toBeUndefined()
  expect(inputOf({ ...hours, holiday_feed: undefined })).not.toHaveProperty('holiday_feed')
  expect(inputOf({ ...hours, holiday_feed: null })).toHaveProperty('holiday_feed', null)
  expect(enteredAddress('https://calendars.example/b.ics', hidden)).toBe('https://calendars.example/b.ics')
})

test('exceptions need a date of their own', () => {
  const on = (date: string) => ({ date, name: '', periods: [] })
  expect(areDatesValid({ exceptions: [on('')] })).toBe(false)
  expect(areDatesValid({ exceptions: [on('2026-12-25'), on('2026-12-25')] })).toBe(false)
  expect(areDatesValid({ exceptions: [on('2026-12-25'), on('2026-12-26')] })).toBe(true)
})

test('midnight as an end is shown as 00:00', () => {
  expect(shownEnd('24:00')).toBe('00:00')
  expect(endOf('00:00')).toBe('24:00')
  expect(endOf('18:00')).toBe('18:00')
})

test('a new period follows the last one', () => {
  expect(addPeriod([])).toEqual([{ from: '09:00', to: '17:00' }])
  expect(addPeriod([{ from: '09:00', to: '12:00' }])[1]).toEqual({ from: '12:00', to: '24:00' })
})

const from = (time: string) => [{ from: time, to: '17:00' }]

test('days that a colleague changes are kept, except those that were edited too', () => {
  const base = ['08:00', '08:00', '08:00', '08:00', '08:00', '08:00', '08:00'].map(from)
  const own = base.with(0, from('09:00')).with(1, from('09:00'))
  const stored = base.with(1, from('10:00')).with(2, from('10:00'))
  expect(mergedWeek(base, own, stored)).toEqual(
    base.with(0, from('09:00')).with(1, from('09:00')).with(2, from('10:00')),
  )
})

test('exceptions that a colleague adds, changes or removes are kept so, except those that were edited too', () => {
  const on = (date: string, name = '') => ({ date, name, periods: [] })
  const base = [on('2026-01-01'), on('2026-02-01'), on('2026-03-01'), on('2026-04-01'), on('2026-05-01')]
  const own = [on('2026-01-01', 'own'), on('2026-02-01'), on('2026-04-01'), on('2026-05-01', 'own'), on('')]
  const stored = [on('2026-01-01', 'theirs'), on('2026-02-01', 'theirs'), on('2026-03-01'), on('2026-06-01')]
  expect(mergedExceptions(base, own, stored)).toEqual([
    on('2026-01-01', 'own'),
    on('2026-02-01', 'theirs'),
    on('2026-05-01', 'own'),
    on(''),
    on('2026-06-01'),
  ])
})

test('an exception that is being edited keeps its row when a colleague adds another one', () => {
  const on = (date: string) => ({ date, name: '', periods: [] })
  const base = [on('2026-01-01')]
  const own = [...base, on('2026-05-01')]
  const merged = mergedExceptions(base, own, [on('2025-12-24'), ...base])
  expect(merged.slice(0, 2)).toEqual(own)
  expect(merged[2]).toEqual(on('2025-12-24'))
})

test('exceptions that the service has stored sorted are no longer edited', () => {
  const on = (date: string) => ({ date, name: '', periods: [] })
  const stored = [on('2026-03-01'), on('2026-05-01')]
  expect(mergedExceptions([on('2026-05-01')], stored.toReversed(), stored)).toEqual(stored)
})

test('exceptions stay in their order while nobody else changes them, also with the same date twice', () => {
  const on = (date: string) => ({ date, name: '', periods: [] })
  const own = [on('2026-03-01'), on(''), on('2026-03-01')]
  expect(mergedExceptions([on('2026-03-01')], own, [on('2026-03-01')])).toEqual(own)
})

test('an exception can be moved to the date of an equal one, which is moved next', () => {
  const on = (date: string) => ({ date, name: '', periods: [] })
  const stored = [on('2026-12-24'), on('2026-12-25')]
  const own = [on('2026-12-25'), on('2026-12-25')]
  expect(mergedExceptions(stored, own, stored)).toEqual(own)
})
