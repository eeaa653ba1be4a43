import type { MessageRow, Row } from './rows.ts'

/** What a reply shows of the message that it answers. */
export interface Quote {
  /** null: that message is not loaded. */
  name: string | null
  text: string
}

/**
 * The quotes that the given rows need, by the id of the quoted message. One that is not in the window
 * (older, or cleared) is told by `unknown`.
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

/** The beginning of a message on one line, or its attachment's name. */
export function excerptOf(row: Pick<MessageRow, 'content' | 'media'>): string {
  const text = row.content.slice(0, 140).replaceAll(/\s+/g, ' ').trim()
  return text || (row.media[0]?.name ?? '')
}
