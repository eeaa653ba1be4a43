import { expect, test } from 'vitest'
import { localeOf } from './use-locale.ts'

test('the locale is the browser’s variant of the panel’s language', () => {
  expect(localeOf('en', ['de-DE', 'en-GB', 'en-US'])).toBe('en-GB')
  expect(localeOf('tr', ['tr'])).toBe('tr')
  expect(localeOf('ar', ['de-DE'])).toBe('ar')
  expect(localeOf('en', [])).toBe('en')
})
