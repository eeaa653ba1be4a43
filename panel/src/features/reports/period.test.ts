import { expect, test } from 'vitest'
import { addDays, dayIn, daysIn, isDay, periodNames, periodOf, periodText, validPeriod } from './period.ts'

test('today is the day in the organization’s time zone', () => {
  const at = Date.parse('2026-11-23T23:30:00Z')
  expect(dayIn('Europe/Berlin', at)).toBe('2026-11-24')
  expect(dayIn('America/New_York', at)).toBe('2026-11-23')
})

test('in a time zone that the browser does not know, today is the reader’s day', () => {
  const at = Date.parse('2026-11-23T12:00:00Z')
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expect(dayIn('Mars/Olympus_Mons', at)).toBe(dayIn(timeZone, at))
})

test('rolling periods are whole weeks that end today', () => {
  expect(periodOf('28d', '2026-11-23')).toEqual({ from: '2026-10-27', to: '2026-11-23' })
  for (const name of ['7d', '28d', '84d', '364d'] as const) {
    expect(daysIn(periodOf(name, '2026-11-23')) % 7).toBe(0)
  }
})

test('months are those of the calendar', () => {
  expect(periodOf('month', '2026-11-23')).toEqual({ from: '2026-11-01', to: '2026-11-23' })
  expect(periodOf('last-month', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(periodOf('last-month', '2026-01-05')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})

test('no period ends after today', () => {
  for (const name of periodNames) expect(periodOf(name, '2026-01-01').to <= '2026-01-01').toBe(true)
})

test('days that do not exist are refused', () => {
  expect(isDay('2026-02-30')).toBe(false)
  expect(isDay('2026-2-3')).toBe(false)
  expect(isDay(20260203)).toBe(false)
  expect(isDay('2024-02-29')).toBe(true)
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
})

test('a period is one text', () => {
  expect(periodText({ from: '2026-11-01', to: '2026-11-07' }, 'en-GB')).toMatch(/^1\s–\s7 Nov 2026$/)
  expect(periodText({ from: '2026-11-01', to: '2026-11-01' }, 'en-GB')).toBe('1 Nov 2026')
})

test('of an invalid period the end that was entered is kept', () => {
  const backwards = { from: '2026-03-05', to: '2026-03-01' }
  expect(validPeriod(backwards, 'from', 366)).toEqual({ from: '2026-03-05', to: '2026-03-05' })
  expect(validPeriod(backwards, 'to', 366)).toEqual({ from: '2026-03-01', to: '2026-03-01' })
  const tooLong = { from: '2024-01-01', to: '2026-01-01' }
  expect(validPeriod(tooLong, 'from', 366)).toEqual({ from: '2024-01-01', to: '2024-12-31' })
  expect(daysIn(validPeriod(tooLong, 'to', 366))).toBe(366)
})
