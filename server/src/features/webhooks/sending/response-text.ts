/**
 * Controls (but tab and line ends) and the marks that turn the direction of what follows: PostgreSQL refuses the first of
 * them, terminals obey some, and a log must show what came in the order in which it came.
 */
const unprintable = /[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069]/gu

/** What most of what comes is made of: a look at it costs less than a replacement that finds nothing. */
const plain = /^[\x20-\x7e]*$/

const printable = (text: string): string => (plain.test(text) ? text : text.replace(unprintable, '\uFFFD'))

/** What a receiver answered, as text for the log: what is no UTF-8, and what could do harm where it is shown, becomes U+FFFD. */
export function bodyText(body: Buffer, truncated: boolean): string {
  // Streaming leaves out a character that the cut went through.
  return printable(new TextDecoder().decode(body, { stream: truncated }))
}

/** Header fields as text; line ends cannot occur in them. */
export function headerTexts(headers: Map<string, string>): Record<string, string> {
  return Object.fromEntries(Array.from(headers, ([name, value]) => [name, printable(value)]))
}

/**
 * `Retry-After` in whole seconds from now, from seconds or a date (RFC 9110, 10.2.3); null when there is none that can be read.
 * @param now Unix milliseconds
 */
export function retryAfterSeconds(headers: Map<string, string>, now: number): number | null {
  const value = headers.get('retry-after')
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value)) return Number(value)
  // Date.parse takes much that is no HTTP date: "1" is a month to it.
  const date = /^[A-Z][a-z]{2,8},? .{10,30} GMT$/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000))
}
