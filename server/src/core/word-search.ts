import { sql, type RawBuilder } from 'kysely'

/** Condition: the text has the words of every term of the search; the last word of a term may be unfinished (migration 0236). */
export const hasWords = (content: RawBuilder<string>, search: string): RawBuilder<boolean> =>
  sql`searchable_words(${content}) @@ searched_words(${search})`

/** A pattern for `like` that matches the text anywhere. */
export const anywhere = (search: string): string => `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

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
  const found = search
    .split(/\s+/)
    .map((term) => term.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [])
    .filter((words) => words.length > 0)
    .map((words) =>
      line.search(new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${words.join('[^\\p{L}\\p{N}]+')}`, 'iu')),
    )
    .filter((at) => at >= 0)
  return found.length === 0 ? 0 : Math.min(...found)
}
