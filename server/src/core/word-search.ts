import { sql, type RawBuilder } from 'kysely'

/** Condition: the text has the words of every term of the search; the last word of a term may be unfinished (migration 0236). */
export const hasWords = (content: RawBuilder<string>, search: string): RawBuilder<boolean> =>
  sql`searchable_words(${content}) @@ searched_words(${search})`

/** A pattern for `like` that matches the text anywhere in what `lower` has folded. JavaScript folds some letters, such as İ, differently. */
export const anywhere = (search: string): RawBuilder<string> =>
  sql`lower(${`%${search.replace(/[\\%_]/g, '\\$&')}%`}::text)`

const charactersBefore = 30
const excerptLength = 140

/** The text around the first term that was found, in one line. */
export function excerptOf(content: string, search: string): string {
  const line = content.replace(/\s+/g, ' ').trim()
  const start = Math.max(0, firstMatch(line, search) - charactersBefore)
  const shown = line.slice(start, start + excerptLength).replace(halves, '')
  const isCut = start + shown.length < line.length
  return `${start > 0 ? '…' : ''}${shown}${isCut ? '…' : ''}`
}

/** A cut between the halves of a character leaves an invalid string. */
const halves = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g

function firstMatch(line: string, search: string): number {
  // PostgreSQL folds İ to i, regular expressions do not.
  const [folded, terms] = [line, search].map((text) => text.replaceAll('İ', 'i')) as [string, string]
  const found = terms
    .split(/\s+/)
    .map((term) => term.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [])
    .flatMap((words) => {
      const together = positionOf(words.join('[^\\p{L}\\p{N}]+'), folded)
      return together >= 0 ? [together] : words.map((word) => positionOf(`${word}${wordEnd}`, folded))
    })
    .filter((at) => at >= 0)
  return found.length === 0 ? 0 : Math.min(...found)
}

const wordEnd = '(?![\\p{L}\\p{M}\\p{N}])'

/** Where a word that begins with this pattern is; -1: nowhere. */
const positionOf = (pattern: string, line: string): number =>
  pattern === '' ? -1 : line.search(new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${pattern}`, 'iu'))
