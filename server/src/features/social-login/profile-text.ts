import type { LoginProfile } from '@parley/protocol/social-login'

/** Line ends and the like, and what turns the direction of the text after it. */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** A service's text as a record can hold it: one line, whole characters, at most `max` UTF-16 units. null: there is none. */
export function plainText(value: unknown, max: number): string | null {
  if (typeof value !== 'string') return null
  const line = value.toWellFormed().replace(controls, ' ').trim()
  // Cut where a character of two halves ends.
  return line === ''
    ? null
    : line
        .slice(0, max)
        .toWellFormed()
        .replace(/\ufffd$/, '')
        .trim()
}

/** Somebody's one name as first word and rest (design 5). */
export function splitName(value: unknown): Pick<LoginProfile, 'first_name' | 'last_name'> {
  const name = plainText(value, 200)
  const [first, ...rest] = name?.split(/\s+/) ?? []
  return { first_name: plainText(first, 100), last_name: plainText(rest.join(' '), 100) }
}

export function emailText(value: unknown): string | null {
  const text = plainText(value, 255)
  return text !== null && text.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(text) ? text : null
}

/** https alone: the panel shows it, and a page of ours loads nothing over plain http. */
export function pictureUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2048 || !URL.canParse(value)) return null
  const { protocol, href, username } = new URL(value)
  return protocol === 'https:' && username === '' ? href : null
}
