import type { MessageRow, Row } from './rows.ts'

/** The quoted part of a reply. */
export interface Quote {
  /** null if the message is not loaded. */
  name: string | null
  text: string
}

/**
 * Returns quotes by the id of the quoted message; `unknown` for messages that are not loaded or were cleared.
 */
export function quotesOf(
  rows: readonly Row[],
  nameOf: (row: MessageRow) => string,
  unknown: string,
): (messageId: string | null) => Quote | null {
  const messages = new Map<string, MessageRow>()
  for (const row of rows) if (row.kind === 'message' && row.id) messages.set(row.id, row)
  return (messageId) => {
    if (!messageId) return null
    const quoted = messages.get(messageId)
    return quoted ? { name: nameOf(quoted), text: excerptOf(quoted) } : { name: null, text: unknown }
  }
}

/** The beginning of a message as one line, or the name of its attachment. */
export function excerptOf(row: Pick<MessageRow, 'content' | 'media'>): string {
  const text = row.content.slice(0, 140).replaceAll(/\s+/g, ' ').trim()
  return text || (row.media[0]?.name ?? '')
}
