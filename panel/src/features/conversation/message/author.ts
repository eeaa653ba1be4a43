import type { TimelineMessage } from '@parley/protocol/message'
import type { Messages } from '../../../messages/en.ts'

interface Reader {
  me: string
  /** Display name of the customer. */
  name: string
  texts: Messages['inbox']['conversation']['log']
}

/** Display name of a message's sender. */
export function authorOf(message: TimelineMessage, { me, name, texts }: Reader): string {
  const { sender_type, sender_agent } = message
  if (sender_type === 'customer') return name
  if (sender_type === 'system') return texts.system
  if (sender_type === 'ai_agent') return sender_agent?.name ?? texts.assistant
  if (sender_agent === null) return texts.agent
  return sender_agent.id === me ? texts.you : sender_agent.name
}
