import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrast } from '@parley/protocol/contrast'

const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8')

/** Custom properties of a block, with inherited ones. */
function tokensOf(selector: string, inherited: Map<string, string> = new Map()): Map<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`))
  const own = block.slice(0, block.indexOf('}')).matchAll(/--([\w-]+): ([^;]+);/g)
  return new Map([...inherited, ...[...own].map(([, name = '', value = '']) => [name, value] as const)])
}

const light = tokensOf(":root[data-mantine-color-scheme='light']")
const schemes = { light, dark: tokensOf(":root[data-mantine-color-scheme='dark']", light) }

/** WCAG relative luminance of an `oklch(l c h)` colour (Ottosson's Oklab), clipped to sRGB. */
function luminanceOf(tokens: Map<string, string>, name: string): number {
  const value = tokens.get(name) ?? ''
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (reference !== undefined) return luminanceOf(tokens, reference)
  if (value === '#fff') return 1
  const [lightness = 0, chroma = 0, hue = 0] = (/^oklch\(([^/)]+)\)$/.exec(value)?.[1] ?? '')
    .split(' ')
    .map(Number)
  if (lightness === 0) throw new Error(`--${name} is ${value}`)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const inside = (part: number) => Math.min(1, Math.max(0, part))
  return (
    0.2126 * inside(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * inside(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * inside(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  )
}

describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
  const tokens = schemes[scheme]
  const ratio = (front: string, back: string) =>
    contrast(luminanceOf(tokens, front), luminanceOf(tokens, back))
  const grounds = ['grey-1', 'grey-2', 'grey-3', 'grey-4', 'surface-float']

  test.each(grounds)('text and secondary text are read well on %s', (ground) => {
    expect(ratio('text', ground)).toBeGreaterThanOrEqual(7)
    expect(ratio('text-soft', ground)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['brand', 'green', 'amber', 'red'])('%s is read well as text, and text on it', (hue) => {
    for (const ground of [...grounds, `${hue}-soft`])
      expect(ratio(`${hue}-text`, ground)).toBeGreaterThanOrEqual(4.5)
    expect(ratio('on-solid', hue)).toBeGreaterThanOrEqual(4.5)
    expect(ratio('on-solid', `${hue}-hover`)).toBeGreaterThanOrEqual(4.5)
    expect(ratio('text', `${hue}-soft`)).toBeGreaterThanOrEqual(7)
  })

  test('the edge of a control and the focus ring stand out', () => {
    expect(ratio('grey-8', 'grey-1')).toBeGreaterThanOrEqual(3)
    for (const ground of grounds) expect(ratio('focus', ground)).toBeGreaterThanOrEqual(3)
    expect(ratio('green-dot', 'grey-1')).toBeGreaterThanOrEqual(3)
  })
})
