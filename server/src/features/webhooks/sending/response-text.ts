/**
 * Control characters (except tab and line breaks) and bidirectional overrides: PostgreSQL rejects NUL, terminals interpret some,
 * and overrides would change the displayed order.
 */
const unprintable = /[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069]/gu

/** Fast path for most texts: this test is cheaper than a replacement without matches. */
const plain = /^[\x20-\x7e]*$/

const printable = (text: string): string => (plain.test(text) ? text : text.replace(unprintable, '\uFFFD'))

/** Decodes a response body for the log. Invalid UTF-8 and unsafe characters become U+FFFD. */
export function bodyText(body: Buffer, truncated: boolean): string {
  // With `stream`, a character that was cut off at the end is omitted.
  return printable(new TextDecoder().decode(body, { stream: truncated }))
}

/** Header fields for the log. They cannot contain line breaks. */
export function headerTexts(headers: Map<string, string>): Record<string, string> {
  return Object.fromEntries(Array.from(headers, ([name, value]) => [name, printable(value)]))
}

/**
 * Returns `Retry-After` (seconds or a date, RFC 9110 section 10.2.3) in whole seconds from now, null if absent or invalid.
 * @param now Unix milliseconds
 */
export function retryAfterSeconds(headers: Map<string, string>, now: number): number | null {
  const value = headers.get('retry-after')
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value)) return Number(value)
  // Date.parse accepts much more than HTTP dates: it reads "1" as a month.
  const date = /^[A-Z][a-z]{2,8},? .{10,30} GMT$/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000))
}
