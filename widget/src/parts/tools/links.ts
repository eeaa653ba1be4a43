/** A part of a message's text; a link if it has `href`. */
export interface TextPart {
  /** Start index in the text. */
  at: number
  text: string
  href?: string
}

const candidate = /\b(?:https?:\/\/|www\.)[^\s<>"'`]+/gi

/**
 * Splits a message into text and links. Only http and https become links, and `www.` as https. Punctuation after a link,
 * or a bracket that was opened before it, stays text. The joined parts are the text.
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

/** Removes punctuation from the end, except a bracket that the address itself opened. */
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
