import type { LogEntry } from '@parley/protocol/event'
import { useTexts } from '../../../i18n/i18n.tsx'

/** An e-mail about unread messages, and what its reader did. */
export function MailedText({ entry }: { entry: Extract<LogEntry, { type: 'customer.mailed' }> }) {
  const texts = useTexts().mailed
  const { kind, email, count } = entry.data
  return <>{kind === 'messages' ? texts.messages(count, email) : texts[kind](email)}</>
}
