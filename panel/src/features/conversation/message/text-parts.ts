/** Part of a message: plain text or a link. */
export type TextPart = { text: string; href: string | null }

/**
 * Links in running text: http(s) URLs, www. and e-mail addresses. Everything else (`javascript:`, `data:`,
 * files) stays plain text. Bounded against slow matching.
 */
const address =
  /\bhttps?:\/\/[^\s<>"'`]{1,2000}|\bwww\.[\w-]{1,63}\.[^\s<>"'`]{1,2000}|\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b/giu

/** Splits a message into text and links; joined they are the message. */
export function textParts(content: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const match of content.matchAll(address)) {
    const text = withoutTail(match[0])
    const href = hrefOf(text)
    if (href === null) continue
    if (match.index > at) parts.push({ text: content.slice(at, match.index), href: null })
    parts.push({ text, href })
    at = match.index + text.length
  }
  if (at < content.length) parts.push({ text: content.slice(at), href: null })
  return parts
}

/** Trailing punctuation and unbalanced brackets are not part of a link. */
function withoutTail(found: string): string {
  let text = found
  for (;;) {
    const last = text.at(-1) ?? ''
    const opens = { ')': '(', ']': '[', '}': '{' }[last]
    const closesNothing = opens !== undefined && count(text, last) > count(text, opens)
    if (!closesNothing && !'.,;:!?…»”’*_~'.includes(last)) return text
    text = text.slice(0, -1)
  }
}

const count = (text: string, character: string) => text.split(character).length - 1

function hrefOf(text: string): string | null {
  const address = /^https?:/i.test(text) ? text : /^www\./i.test(text) ? `https://${text}` : `mailto:${text}`
  if (!URL.canParse(address)) return null
  const { protocol, hostname } = new URL(address)
  if (protocol === 'mailto:') return address
  return (protocol === 'https:' || protocol === 'http:') && hostname !== '' ? address : null
}

const onlyEmoji = /^(?:\p{RGI_Emoji}|\s){1,12}$/v

/** Whether the text is one to three emoji, which are shown large. */
export function isEmojiOnly(content: string): boolean {
  const text = content.trim()
  if (text === '' || text.length > 40 || !onlyEmoji.test(text)) return false
  return [...new Intl.Segmenter().segment(text.replaceAll(/\s/g, ''))].length <= 3
}
