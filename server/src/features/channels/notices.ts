import { maxMessageLength } from '@parley/protocol/message'
import type { InboundMessage } from './adapter.ts'

/** Part of the message, so in one language. */
const shortened = '… (shortened)'

/** The text of a message with lines below, at most `maxMessageLength` characters: the text is shortened, the lines are not. */
export function withNotices(
  { text, notices = [], original }: Pick<InboundMessage, 'text' | 'notices'> & { original?: object },
  missing: string[],
): string {
  const lines = [...notices, ...missing].join('\n')
  const whole = [text, lines].filter(Boolean).join('\n')
  if (whole.length <= maxMessageLength) return whole
  // The whole text is kept beside the message.
  if (original && lines === '') return whole.slice(0, maxMessageLength)
  const end = [original ? '…' : shortened, lines].filter(Boolean).join('\n')
  return `${text.slice(0, maxMessageLength - end.length).toWellFormed()}${end}`
}
