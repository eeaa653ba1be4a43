import type { CannedReply } from '@parley/protocol/canned-reply'
import { folded } from '../../../i18n/folded.ts'

/** The word after a `/`, completed by the list of canned replies. */
export interface SlashQuery {
  /** Position of the `/`. */
  start: number
  query: string
}

const maxQueryLength = 40

/** Returns the `/` word at the caret, or null. Only at the start of a word: `and/or` and addresses are text. */
export function slashQuery(text: string, caret: number): SlashQuery | null {
  const start = text.lastIndexOf('/', caret - 1)
  if (start === -1 || caret <= start || caret - start > maxQueryLength) return null
  if (start > 0 && !/\s/.test(text[start - 1] ?? '')) return null
  const query = text.slice(start + 1, caret)
  return /\s/.test(query) ? null : { start, query }
}

type Ranked = Pick<CannedReply, 'shortcut' | 'content' | 'uses'>

/**
 * Matching replies, best first: shortcuts that start with the query, that contain it, then texts that contain it.
 * Within each: those that the agent uses most, then those that everyone uses most (last 30 days).
 */
export function matchingReplies<T extends Ranked>(replies: readonly T[], query: string): T[] {
  const wanted = folded(query)
  const groupOf = ({ shortcut, content }: T): number => {
    if (folded(shortcut).startsWith(wanted)) return 0
    if (folded(shortcut).includes(wanted)) return 1
    return folded(content).includes(wanted) ? 2 : 3
  }
  return replies
    .map((reply) => ({ reply, group: groupOf(reply) }))
    .filter(({ group }) => group < 3)
    .sort((a, b) => a.group - b.group || byUse(a.reply, b.reply))
    .map(({ reply }) => reply)
}

const byUse = (a: Ranked, b: Ranked): number =>
  b.uses.mine - a.uses.mine || b.uses.total - a.uses.total || a.shortcut.localeCompare(b.shortcut)
