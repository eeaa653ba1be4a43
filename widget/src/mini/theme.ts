import { contrast, luminance } from './contrast.ts'

/** WCAG 2.2 AA for text. */
const minContrast = 4.5
/** Shares of the text colour in the other surfaces, close to those of the chat's own tokens. */
const shares = { sunken: 3, float: 5, fill: 9, hover: 14, hairline: 16, control: 50 }

export interface Theme {
  scheme: 'light' | 'dark'
  /** Custom properties of the chat (chat/styles/tokens.css). */
  css: string
}

/**
 * The platform's colours for surfaces and text, as far as they are readable; everything else, such as the brand colour, stays the
 * widget's. null: the platform named no background.
 */
export function themeOf(colors: Readonly<Record<string, string>>): Theme | null {
  const { bg_color: surface, text_color: text, hint_color: hint } = colors
  if (surface === undefined) return null
  const scheme = luminance(surface) < 0.2 ? 'dark' : 'light'
  // Hints are also written on bubbles, which are closer to the text.
  const isReadable = (color: string | undefined, least = minContrast) =>
    color !== undefined && contrast(luminance(color), luminance(surface)) >= least
  if (!isReadable(text)) return { scheme, css: '' }
  const soft = isReadable(hint, minContrast * 1.25) ? hint : `color-mix(in srgb,${text} 85%,${surface})`
  const mixed = Object.entries(shares).map(
    ([name, share]) => `--${name}:color-mix(in srgb,${text} ${share}%,${surface});`,
  )
  return {
    scheme,
    css: `.chat.chat.chat{--surface:${surface};--text:${text};--soft:${soft};${mixed.join('')}}`,
  }
}
