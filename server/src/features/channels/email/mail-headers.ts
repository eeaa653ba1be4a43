import type { Header } from 'postal-mime'

/** The header fields of a mail, by lower-case name, topmost first. */
export interface MailHeaders {
  all(name: string): string[]
  first(name: string): string
  has(name: string): boolean
  /** Positions of the fields with this name. */
  positions(name: string): number[]
}

export function mailHeaders(headers: readonly Pick<Header, 'key' | 'value'>[]): MailHeaders {
  const all = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value)
  return {
    all,
    first: (name) => all(name)[0] ?? '',
    has: (name) => headers.some(({ key }) => key === name),
    positions: (name) => headers.flatMap(({ key }, index) => (key === name ? [index] : [])),
  }
}

const maxIds = 50
const maxIdLength = 300

/** The message ids of a field, with angle brackets. */
export function messageIds(value: string): string[] {
  const ids = value.slice(0, 20_000).match(/<[^<>\s]+>/g) ?? []
  return ids.filter((id) => id.length <= maxIdLength && id.isWellFormed()).slice(-maxIds)
}
