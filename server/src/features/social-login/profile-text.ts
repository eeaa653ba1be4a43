import type { LoginProfile } from '@parley/protocol/social-login'

/** Control characters, line separators and bidirectional overrides. */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** Returns a service's text as one line of at most `max` UTF-16 units without split characters; null if there is none. */
export function plainText(value: unknown, max: number): string | null {
  if (typeof value !== 'string') return null
  const line = value.toWellFormed().replace(controls, ' ').trim()
  // Drops a surrogate pair that the limit cut in half.
  return line === ''
    ? null
    : line
        .slice(0, max)
        .toWellFormed()
        .replace(/\ufffd$/, '')
        .trim()
}

/** Splits a full name into its first word and the rest (design 5). */
export function splitName(value: unknown): Pick<LoginProfile, 'first_name' | 'last_name'> {
  const name = plainText(value, 200)
  const [first, ...rest] = name?.split(/\s+/) ?? []
  return { first_name: plainText(first, 100), last_name: plainText(rest.join(' '), 100) }
}

export function emailText(value: unknown): string | null {
  const text = plainText(value, 255)
  return text !== null && text.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(text) ? text : null
}

/** https only: the panel displays the picture and must not load mixed content. */
export function pictureUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2048 || !URL.canParse(value)) return null
  const { protocol, href, username } = new URL(value)
  return protocol === 'https:' && username === '' ? href : null
}
