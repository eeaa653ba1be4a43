import type { TimelineMessage } from '@parley/protocol/message'
import type { Messages } from '../../../messages/en.ts'

interface Reader {
  me: string
  /** How the customer is called. */
  name: string
  words: Messages['inbox']['conversation']['log']
}

/** How the sender of a message is called by the one who reads. */
export function authorOf(message: TimelineMessage, { me, name, words }: Reader): string {
  const { sender_type, sender_agent } = message
  if (sender_type === 'customer') return name
  if (sender_type === 'system') return words.system
  if (sender_type === 'ai_agent') return sender_agent?.name ?? words.assistant
  if (sender_agent === null) return words.agent
  return sender_agent.id === me ? words.you : sender_agent.name
}
