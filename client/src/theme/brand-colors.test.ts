import { describe, expect, test } from 'vitest'
import { brandColors } from './brand-colors.ts'
import { contrast, luminance, readableOn } from './contrast.ts'

/** Corners and edges of sRGB, the greys where white and black change places, and what brands really have. */
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
  test.each(colors)('everything on and in %s can be read', (brand) => {
    const made = brandColors(brand, scheme)
    expect(between(made.brand, long(made['on-brand']))).toBeGreaterThanOrEqual(4.5)
    expect(between(made['brand-hover'], long(made['on-brand']))).toBeGreaterThanOrEqual(4.5)
    for (const ground of grounds[scheme]) {
      expect(between(made['brand-text'], ground), ground).toBeGreaterThanOrEqual(4.5)
    }
  })

  test.each(colors)('a bubble of %s is seen in the window', (brand) => {
    const made = brandColors(brand, scheme)
    const window = grounds[scheme][0] ?? ''
    const seen = made['brand-edge'] === 'transparent' ? made.brand : made['brand-edge']
    expect(between(seen, window)).toBeGreaterThanOrEqual(1.3)
  })
})

test('a colour that is none counts as black', () => {
  expect(readableOn('red; background: url(//x)')).toBe('#fff')
  expect(brandColors('nonsense', 'light')['on-brand']).toBe('#fff')
})
