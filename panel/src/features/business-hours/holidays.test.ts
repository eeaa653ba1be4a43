import { expect, test } from 'vitest'
import { byErrorCode, comingHolidays } from './holidays.ts'

const holidays = ['2026-12-24', '2026-12-25', '2026-12-26'].map((date) => ({ date, name: 'Holiday' }))

test('past holidays are left out, today is not', () => {
  const evening = new Date(2026, 11, 25, 23, 59).getTime()
  expect(comingHolidays(holidays, [], evening).map(({ date }) => date)).toEqual(['2026-12-25', '2026-12-26'])
})

test('a holiday with an exception of its own is marked', () => {
  const exceptions = [{ date: '2026-12-25', name: '', periods: [] }]
  const coming = comingHolidays(holidays, exceptions, Date.UTC(2026, 0, 1))
  expect(coming.map(({ replaced }) => replaced)).toEqual([false, true, false])
})

test('problems have their texts under the codes of errors, too', () => {
  expect(byErrorCode({ refused: 'No.' })).toEqual({ holiday_feed_refused: 'No.' })
})
