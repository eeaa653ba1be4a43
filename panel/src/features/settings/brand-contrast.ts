import { contrast, luminance } from '@parley/client/theme/contrast'
import type { Appearance } from '@parley/protocol/provider'

/** A page that is nearly white, and one that is nearly black: where a launcher may have to stand. */
const pages = { light: '#ffffff', dark: '#14171a' } as const

/**
 * Pages on which the launcher has less than the 3:1 that WCAG 1.4.11 asks of a control. A widget that is
 * only ever light is taken to stand on light pages, and the other way round.
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
