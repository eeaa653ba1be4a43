import type { Mention } from '@parley/protocol/note'
import { folded } from '../../../i18n/folded.ts'

/** The text after an `@`, completed by the menu of colleagues. */
export interface MentionQuery {
  /** Position of the `@`. */
  start: number
  query: string
}

const maxQueryLength = 40

/** Returns the mention at the caret, or null. */
export function mentionQuery(text: string, caret: number): MentionQuery | null {
  const start = text.lastIndexOf('@', caret - 1)
  // A negative position counts as 0, so that with the caret at 0 an `@` after it is found.
  if (start === -1 || caret <= start || caret - start > maxQueryLength) return null
  // An `@` within a word is an e-mail address.
  if (start > 0 && /[\p{L}\p{N}._-]/u.test(text[start - 1] ?? '')) return null
  const query = text.slice(start + 1, caret)
  return query.includes('\n') ? null : { start, query }
}

/** Returns the text and the caret after the query was replaced by a mention. Line breaks after it stay. */
export function withMention(
  text: string,
  { start, query }: MentionQuery,
  name: string,
): { text: string; caret: number } {
  const completed = `${text.slice(0, start)}@${name} `
  const rest = text.slice(start + 1 + query.length).replace(/^[^\S\n]+/, '')
  return { text: completed + rest, caret: completed.length }
}

interface Named {
  id: string
  name: string
}

/** Returns colleagues whose name, or a later part of it, starts with the query. */
export function matchingColleagues<T extends Named>(colleagues: readonly T[], query: string): T[] {
  const wanted = folded(query)
  return colleagues.filter(({ name }) => {
    const found = folded(name)
    return found.startsWith(wanted) || found.includes(` ${wanted}`)
  })
}

/** Returns the ids of colleagues whose `@name` is in the text. Colleagues with the same name are all mentioned. */
export function mentionedIn(text: string, colleagues: readonly Named[]): string[] {
  const names = new Set(mentionParts(text, colleagues).flatMap(({ mention }) => mention ?? []))
  return colleagues.filter(({ name }) => names.has(name)).map(({ id }) => id)
}

export interface MentionPart {
  text: string
  /** The mentioned name, without `@`; null for other text. */
  mention: string | null
}

/** Splits a note into text and mentions without loss. The longest name wins: "@Ana Lima" is not "@Ana". */
export function mentionParts(content: string, mentions: readonly Pick<Mention, 'name'>[]): MentionPart[] {
  const names = [...new Set(mentions.map(({ name }) => name))].sort((a, b) => b.length - a.length)
  const parts: MentionPart[] = []
  let from = 0
  for (let at = content.indexOf('@'); at !== -1; at = content.indexOf('@', at + 1)) {
    const name = names.find((each) => isNameAt(content, at + 1, each))
    if (name === undefined || at < from) continue
    if (at > from) parts.push({ text: content.slice(from, at), mention: null })
    from = at + 1 + name.length
    parts.push({ text: content.slice(at, from), mention: name })
  }
  if (from < content.length) parts.push({ text: content.slice(from), mention: null })
  return parts
}

const isNameAt = (content: string, at: number, name: string): boolean =>
  content.startsWith(name, at) && !/[\p{L}\p{N}]/u.test(content[at + name.length] ?? '')
