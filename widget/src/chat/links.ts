/** A piece of a message's text; with `href` it is a link. */
export interface TextPart {
  /** Where in the text it begins. */
  at: number
  text: string
  href?: string
}

const candidate = /\b(?:https?:\/\/|www\.)[^\s<>"'`]+/gi

/**
 * Splits a message into text and links. Only http and https become links, and `www.` as https. What ends a
 * sentence (a full stop, a bracket that was opened before the link) stays text. The parts joined are the text.
 */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(candidate)) {
    const address = withoutSentenceEnd(match[0])
    const href = safeAddress(address)
    if (!href) continue
    if (match.index > end) parts.push({ at: end, text: text.slice(end, match.index) })
    parts.push({ at: match.index, text: address, href })
    end = match.index + address.length
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end) })
  return parts
}

const brackets = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const

/** Takes punctuation off the end, but leaves a bracket that the address itself has opened. One pass a kind. */
function withoutSentenceEnd(address: string): string {
  const unopened: Record<string, number> = {}
  for (const [open, close] of brackets) unopened[close] = count(address, close) - count(address, open)
  let end = address.length
  for (; end > 0; end--) {
    const last = address.charAt(end - 1)
    const excess = unopened[last]
    if (excess === undefined ? !/[.,;:!?*_~»”’…،؛؟]/.test(last) : excess <= 0) break
    if (excess !== undefined) unopened[last] = excess - 1
  }
  return address.slice(0, end)
}

const count = (text: string, character: string) => text.split(character).length - 1

function safeAddress(address: string): string | null {
  try {
    const url = new URL(/^www\./i.test(address) ? `https://${address}` : address)
    return /^https?:$/.test(url.protocol) ? url.href : null
  } catch {
    return null
  }
}

/** A few emoji and nothing else: such a message is shown large. */
export function isEmojiOnly(text: string): boolean {
  return text.length <= 14 && emojiOnly.test(text)
}

const emojiOnly = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f)+$/u
