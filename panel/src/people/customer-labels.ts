import type { Customer } from '@parley/protocol/customer'

/** Fields by which a person is called; the first that is filled in wins. */
type Named = Pick<Customer, 'first_name' | 'last_name' | 'username' | 'email'>

/** First and last name, else username, else e-mail, else null: nobody has told us. */
export function customerName({ first_name, last_name, username, email }: Named): string | null {
  const full = [first_name, last_name]
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ')
  return [full, username?.trim(), email?.trim()].find((name) => name !== undefined && name !== '') ?? null
}

/**
 * What tells two unnamed visitors apart, e.g. `4F2A`: the end of the id, which is random in a UUIDv7,
 * while its beginning is the time and alike for everybody of the same minute.
 */
export const shortId = (id: string): string => id.slice(-4).toUpperCase()

const isCountry = (code: string) => /^[A-Z]{2}$/.test(code) && code !== 'ZZ'

/** The flag as two regional indicator letters; '' where the country is unknown. */
export function flagOf(countryCode: string): string {
  if (!isCountry(countryCode)) return ''
  return countryCode.replace(/[A-Z]/g, (letter) => String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 65))
}

/** The country in the reader's language; null where it is unknown. */
export const countryName = (code: string, locale: string): string | null =>
  isCountry(code) ? intlName('region', code, locale) : null

/** The language in the reader's language: `de` is "German" to an English agent. */
export const languageName = (tag: string, locale: string): string => intlName('language', tag, locale)

function intlName(type: 'region' | 'language', code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type }).of(code) ?? code
  } catch {
    // Not a code that Intl knows the form of: better shown as it came than not at all.
    return code
  }
}

/** How we call a customer everywhere: by name, else as a visitor with a label that stays the same. */
export const displayName = (
  texts: { visitor: (id: string) => string },
  customer: { id: string; name: string | null },
): string => customer.name ?? texts.visitor(shortId(customer.id))
