import { expect, test } from 'vitest'
import { localeOf } from './use-locale.ts'

test('times are written as where the browser is, in the language in use', () => {
  expect(localeOf('en', ['de-DE', 'en-GB', 'en-US'])).toBe('en-GB')
  expect(localeOf('tr', ['tr'])).toBe('tr')
  expect(localeOf('ar', ['de-DE'])).toBe('ar')
  expect(localeOf('en', [])).toBe('en')
})
