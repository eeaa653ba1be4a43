import type { Conversation } from '@parley/protocol/conversation'
import type { Messages } from '../../../messages/en.ts'
import { relativeParts } from '../../../time/relative-parts.ts'

/** "A new message arrived 4 seconds ago. Close anyway?" After the agent's own reply its time is not known. */
export function arrivedText(texts: Messages['stale'], row: Conversation | null, locale: string): string {
  const message = row?.last_message
  if (message == null || message.sender_type !== 'customer') return texts.arrivedMeanwhile
  const at = Date.parse(message.created_at)
  const now = Date.now()
  const { value, unit } = relativeParts(at, now) ?? {
    value: Math.min(0, Math.round((at - now) / 1000)),
    unit: 'second',
  }
  return texts.arrived(new Intl.RelativeTimeFormat(locale).format(value, unit))
}
