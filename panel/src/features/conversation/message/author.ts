import type { TimelineMessage } from '@parley/protocol/message'
import type { Messages } from '../../../messages/en.ts'

interface Reader {
  me: string
  /** How the customer is called. */
  name: string
  texts: Messages['inbox']['conversation']['log']
}

/** How the sender of a message is called by the one who reads. */
export function authorOf(message: TimelineMessage, { me, name, texts }: Reader): string {
  const { sender_type, sender_agent } = message
  if (sender_type === 'customer') return name
  if (sender_type === 'system') return texts.system
  if (sender_type === 'ai_agent') return sender_agent?.name ?? texts.assistant
  if (sender_agent === null) return texts.agent
  return sender_agent.id === me ? texts.you : sender_agent.name
}
