import { expect, test } from 'vitest'
import { addPeriod, areDatesValid, arePeriodsValid, endOf, shownEnd } from './hours-form.ts'

test('periods that end too early, overlap or are incomplete are invalid', () => {
  expect(arePeriodsValid([{ from: '10:00', to: '10:00' }])).toBe(false)
  expect(arePeriodsValid([{ from: '', to: '10:00' }])).toBe(false)
  expect(arePeriodsValid([{ from: '10:00', to: '' }])).toBe(false)
  const morning = { from: '08:00', to: '12:00' }
  expect(arePeriodsValid([{ from: '11:00', to: '13:00' }, morning])).toBe(false)
  expect(arePeriodsValid([{ from: '12:00', to: '24:00' }, morning])).toBe(true)
  expect(arePeriodsValid([])).toBe(true)
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
