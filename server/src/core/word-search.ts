/** Prefixes of words for `to_tsquery('simple', ...)`; null: the text has no words. */
export function wordPrefixes(search: string): string | null {
  const words = wordsOf(search)
  return words.length === 0 ? null : words.map((word) => `${word}:*`).join(' & ')
}

/** A pattern for `like` that matches the text anywhere. */
export const anywhere = (search: string): string => `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

const wordsOf = (search: string): string[] => search.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const charactersBefore = 30
const excerptLength = 140

/** The text around the first word that was found, in one line. */
export function excerptOf(content: string, search: string): string {
  const line = content.replace(/\s+/g, ' ').trim()
  const lower = line.toLowerCase()
  const found = wordsOf(search)
    .map((word) => lower.indexOf(word))
    .filter((at) => at >= 0)
  const start = Math.max(0, Math.min(...(found.length > 0 ? found : [0])) - charactersBefore)
  const shown = line.slice(start, start + excerptLength).replace(halves, '')
  const isCut = start + shown.length < line.length
  return `${start > 0 ? '…' : ''}${shown}${isCut ? '…' : ''}`
}

/** A cut between the halves of a character leaves an invalid string. */
const halves = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g
