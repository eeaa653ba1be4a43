import { describe, expect, test } from 'vitest'
import { brandColors } from './brand-colors.ts'
import { contrast, luminance, readableOn } from './contrast.ts'

/** Corners and edges of sRGB, the greys where the text colour changes, and typical brand colours. */
const colors = [
  '#000000',
  '#ffffff',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#00ffff',
  '#ff00ff',
  '#767676',
  '#777777',
  '#787878',
  '#808080',
  '#0d7793',
  '#e11d48',
  '#f59e0b',
  '#10b981',
  '#4f46e5',
  '#fde68a',
  '#1f2937',
  '#fafafa',
  ...Array.from({ length: 64 }, (_, index) => {
    const step = (shift: number) => [0, 85, 170, 255][(index >> shift) & 3] ?? 0
    return `#${[step(0), step(2), step(4)].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  }),
]
const grounds = {
  light: ['#fdfdfe', '#f0f2f4', '#e8ecef', '#ffffff'],
  dark: ['#101417', '#191e22', '#1f252a', '#272e33'],
}
const between = (one: string, other: string) => contrast(luminance(one), luminance(other))
const long = (hex: string) => (hex.length === 4 ? hex.replaceAll(/[0-9a-f]/g, '$&$&') : hex)

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  test.each(colors)('text on and in %s has enough contrast', (brand) => {
    const { both, [scheme]: own } = brandColors(brand)
    const made = { ...both, ...own }
    expect(between(made.brand, long(made.on_brand))).toBeGreaterThanOrEqual(4.5)
    expect(between(made.brand_hover, long(made.on_brand))).toBeGreaterThanOrEqual(4.5)
    for (const ground of grounds[scheme]) {
      expect(between(made.brand_text, ground), ground).toBeGreaterThanOrEqual(4.5)
    }
  })

  test.each(colors)('a bubble of %s differs from the window', (brand) => {
    const { both, [scheme]: own } = brandColors(brand)
    const made = { ...both, ...own }
    const window = grounds[scheme][0] ?? ''
    const seen = made.brand_edge === 'transparent' ? made.brand : made.brand_edge
    expect(between(seen, window)).toBeGreaterThanOrEqual(1.3)
  })
})

test('an invalid colour counts as black', () => {
  expect(readableOn('red; background: url(//x)')).toBe('#fff')
  expect(brandColors('nonsense').both.on_brand).toBe('#fff')
})
