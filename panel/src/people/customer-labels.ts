import type { Customer } from '@parley/protocol/customer'

/** Name fields in order of preference. */
type Named = Pick<Customer, 'first_name' | 'last_name' | 'username' | 'email'>

/** First and last name, else username, else e-mail, else null. */
export function customerName({ first_name, last_name, username, email }: Named): string | null {
  const full = [first_name, last_name]
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ')
  return [full, username?.trim(), email?.trim()].find((name) => name !== undefined && name !== '') ?? null
}

/** Distinguishes unnamed visitors, e.g. `4F2A`: the end of a UUIDv7 is random, its start is a timestamp. */
export const shortId = (id: string): string => id.slice(-4).toUpperCase()

const isCountry = (code: string) => /^[A-Z]{2}$/.test(code) && code !== 'ZZ'

/** The flag emoji; '' if the country is unknown. */
export function flagOf(countryCode: string): string {
  if (!isCountry(countryCode)) return ''
  return countryCode.replace(/[A-Z]/g, (letter) => String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 65))
}

/** The country's name in the reader's language; null if unknown. */
export const countryName = (code: string, locale: string): string | null =>
  isCountry(code) ? intlName('region', code, locale) : null

/** The language's name in the reader's language. */
export const languageName = (tag: string, locale: string): string => intlName('language', tag, locale)

function intlName(type: 'region' | 'language', code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type }).of(code) ?? code
  } catch {
    // Intl rejects the code: show it as it is.
    return code
  }
}

/** In code points. */
const maxShortLength = 30

/** A name for places without space for a long one, such as placeholders. */
export function shortName(name: string): string {
  const letters = Array.from(name)
  return letters.length > maxShortLength ? `${letters.slice(0, maxShortLength - 1).join('')}…` : name
}

/** Display name of a customer: their name, else visitor with a stable short id. */
export const displayName = (
  texts: { visitor: (id: string) => string },
  customer: { id: string; name: string | null },
): string => customer.name ?? texts.visitor(shortId(customer.id))
