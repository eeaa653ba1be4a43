import { expect, test } from 'vitest'
import { clockDuration } from './clock-duration.ts'

test('a negative duration is zero', () => {
  expect(clockDuration(-3, 'en')).toBe('0:00')
})

test('minutes and seconds, and hours if any', () => {
  expect(clockDuration(7.9, 'en')).toBe('0:07')
  expect(clockDuration(750, 'en')).toBe('12:30')
  expect(clockDuration(3_723, 'en')).toBe('1:02:03')
})

test('digits follow the reader’s locale', () => {
  expect(clockDuration(65, 'ar-EG')).toBe('١:٠٥')
  expect(clockDuration(65, 'ar')).toBe(new Intl.NumberFormat('ar').format(1) === '1' ? '1:05' : '١:٠٥')
})
