import { contrast, luminance } from '@parley/protocol/contrast'
import type { Appearance } from '@parley/protocol/provider'

/** Background colours to check the launcher against. */
const pages = { light: '#ffffff', dark: '#14171a' } as const

/**
 * Backgrounds on which the launcher has less than 3:1 contrast (WCAG 1.4.11). A light-only widget is checked
 * on light pages, and vice versa.
 */
export function weakLaunchers({
  brand_color: color,
  color_scheme: scheme,
}: Pick<Appearance, 'brand_color' | 'color_scheme'>): { page: 'light' | 'dark'; ratio: number }[] {
  return (['light', 'dark'] as const)
    .filter((page) => scheme === 'auto' || scheme === page)
    .map((page) => ({ page, ratio: contrast(luminance(color), luminance(pages[page])) }))
    .filter(({ ratio }) => ratio < 3)
}
