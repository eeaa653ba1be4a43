import { contrast, luminance } from '@parley/protocol/contrast'

/** WCAG 2.2 AA for text. */
const minContrast = 4.5

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
  const { bg_color: surface, text_color: text, hint_color: soft } = colors
  if (surface === undefined) return null
  const scheme = luminance(surface) < 0.2 ? 'dark' : 'light'
  const isReadable = (color: string | undefined) =>
    color !== undefined && contrast(luminance(color), luminance(surface)) >= minContrast
  if (!isReadable(text)) return { scheme, css: '' }
  const properties = {
    surface,
    text,
    soft: isReadable(soft) ? soft : undefined,
    hairline: colors['section_separator_color'],
  }
  const css = Object.entries(properties).flatMap(([name, color]) => (color ? `--${name}:${color};` : []))
  return { scheme, css: `.chat.chat.chat{${css.join('')}}` }
}
