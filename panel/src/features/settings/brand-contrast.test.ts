import { expect, test } from 'vitest'
import { weakLaunchers } from './brand-contrast.ts'

const weak = (brand_color: string, color_scheme: 'auto' | 'light' | 'dark' = 'auto') =>
  weakLaunchers({ brand_color, color_scheme }).map(({ page }) => page)

test('a pale colour is weak on light pages, a dark one on dark pages', () => {
  expect(weak('#ffd43b')).toEqual(['light'])
  expect(weak('#101418')).toEqual(['dark'])
})

test('a widget with a fixed scheme is checked on pages of that scheme', () => {
  expect(weak('#ffd43b', 'dark')).toEqual([])
  expect(weak('#101418', 'light')).toEqual([])
})

test('the ratio follows WCAG', () => {
  const [light] = weakLaunchers({ brand_color: '#ffffff', color_scheme: 'light' })
  expect(light?.ratio).toBeCloseTo(1, 5)
  // #959595 has 2.99 : 1 on white, #949494 has 3.03 : 1 (WebAIM's and the W3C's figures).
  expect(weak('#959595', 'light')).toEqual(['light'])
  expect(weak('#949494', 'light')).toEqual([])
})
