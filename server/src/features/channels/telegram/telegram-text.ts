import type { MessageEntity } from '@grammyjs/types'
import { cleanText } from '../clean-text.ts'

/** Longest text of one message (https://core.telegram.org/bots/api#sendmessage). */
export const maxTextLength = 4096
/** Longest text under a file. */
export const maxCaptionLength = 1024

/** Text without markup. */
export function plainText(text: string, entities: readonly MessageEntity[] = []): string {
  let shown = ''
  let position = 0
  for (const entity of entities) {
    if (entity.type !== 'text_link') continue
    const end = entity.offset + entity.length
    if (end < position || end > text.length) continue
    shown += text.slice(position, entity.offset) + linkText(text.slice(entity.offset, end), entity.url)
    position = end
  }
  return cleanText(shown + text.slice(position))
}

/** Shows an address that is hidden behind a text, because agents must see where a link leads. */
export const linkText = (label: string, url: string): string =>
  bareAddress(label) === bareAddress(url) ? label : `${label} (${url})`

const bareAddress = (url: string): string =>
  url
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/\/$/, '')

/** Splits at a paragraph, a line, a word, or anywhere but within a surrogate pair. */
export function splitText(text: string, max: number): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > max) {
    const at = splitPoint(rest, max)
    parts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  if (rest !== '') parts.push(rest)
  return parts
}

function splitPoint(text: string, max: number): number {
  const window = text.slice(0, max + 1)
  for (const separator of ['\n\n', '\n', ' ']) {
    const at = window.lastIndexOf(separator)
    // Avoids parts of only a few words.
    if (at > max / 2) return at
  }
  return text.slice(0, max).isWellFormed() ? max : max - 1
}
