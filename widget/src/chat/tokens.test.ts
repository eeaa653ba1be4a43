// oxlint-disable-next-line no-restricted-imports -- not shipped
import { contrast, luminance } from '@parley/protocol/contrast'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('styles/tokens.css', import.meta.url), 'utf8')

function tokensOf(scheme: string): (name: string) => number {
  const block = new RegExp(`\\.chat\\.${scheme} \\{([^}]*)\\}`).exec(css)?.[1] ?? ''
  const colors = new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name, hex]) => [name, hex]),
  )
  return (name) => {
    const hex = colors.get(name) ?? ''
    return luminance(hex.length === 4 ? hex.replaceAll(/[0-9a-f]/g, '$&$&') : hex)
  }
}

describe.each(['light', 'dark'])('%s', (scheme) => {
  const of = tokensOf(scheme)

  test.each([
    ['text', 'surface'],
    ['text', 'fill'],
    ['text', 'float'],
    ['text', 'hover'],
    ['soft', 'surface'],
    ['soft', 'sunken'],
    ['soft', 'fill'],
    ['soft', 'float'],
    ['soft', 'hover'],
    ['red', 'surface'],
    ['red', 'fill'],
    ['red', 'float'],
    ['red', 'red-soft'],
    ['amber', 'amber-soft'],
  ])('%s has enough contrast on %s', (text, ground) => {
    expect(contrast(of(text), of(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['surface', 'float'])('a control has enough contrast on %s', (ground) => {
    expect(contrast(of('control'), of(ground))).toBeGreaterThanOrEqual(3)
  })
})
