import { maxMessageLength } from '@parley/protocol/message'

/** The text of a message with lines below, at most `maxMessageLength` characters: the text is shortened, the lines are not. */
export function withNotices(text: string, notices: string[]): string {
  const lines = notices.join('\n')
  const whole = [text, lines].filter(Boolean).join('\n')
  if (whole.length <= maxMessageLength || lines === '') return whole.slice(0, maxMessageLength)
  return `${text.slice(0, maxMessageLength - lines.length - 2).toWellFormed()}…\n${lines}`
}
