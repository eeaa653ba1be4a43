import { expect, test } from 'vitest'
import { clockDuration } from './clock-duration.ts'

test('a duration never runs backwards', () => {
  expect(clockDuration(-3, 'en')).toBe('0:00')
})

test('minutes and seconds, and hours where there are any', () => {
  expect(clockDuration(7.9, 'en')).toBe('0:07')
  expect(clockDuration(750, 'en')).toBe('12:30')
  expect(clockDuration(3_723, 'en')).toBe('1:02:03')
})

test('digits are those of the reader’s locale', () => {
  expect(clockDuration(65, 'ar-EG')).toBe('١:٠٥')
  expect(clockDuration(65, 'ar')).toBe(new Intl.NumberFormat('ar').format(1) === '1' ? '1:05' : '١:٠٥')
})
