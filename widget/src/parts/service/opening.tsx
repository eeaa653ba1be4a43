import type { OutsideHours } from '@parley/protocol/business-hours'
import { useChat } from '../../chat/chat-context.ts'
import { openingTime } from './opening-time.ts'
import { m } from './messages/keys.ts'
import { useServiceMessages } from './service-messages.ts'

/** “We reply from 9:00”, in the visitor's language and time zone. */
export function Opening({ closed }: { closed: OutsideHours }) {
  const { language } = useChat()
  const t = useServiceMessages()
  if (!t) return null
  const { opens_at: at } = closed
  return <>{at === null ? t(m.closed) : t(m.repliesFrom, { time: openingTime(new Date(at), language) })}</>
}
