import type { Tone } from './report-parts.ts'

export type PlotKind = 'bars' | 'stack' | 'lines'

/** Fills of bars by position: each differs from its neighbours in grey too. */
const fillNames = ['solid', 'stripes', 'pale', 'dots', 'lattice'] as const
export type FillName = (typeof fillNames)[number]

export const fillAt = (index: number): FillName => fillNames[index % fillNames.length] ?? 'solid'

const dashes = ['0', '6 4', '2 3'] as const
/** Dashes of lines by position. */
export const dashesAt = (index: number): string => dashes[index % dashes.length] ?? '0'

export const strong = (tone: Tone): string => (tone === 'grey' ? 'var(--grey-10)' : `var(--${tone})`)
export const soft = (tone: Tone): string =>
  tone === 'grey' ? 'var(--grey-5)' : `color-mix(in oklab, var(--${tone}) 22%, var(--surface))`
/** Lines are thin, so they take the colour of texts. */
export const lineColour = (tone: Tone): string => (tone === 'grey' ? 'var(--grey-10)' : `var(--${tone}-text)`)
