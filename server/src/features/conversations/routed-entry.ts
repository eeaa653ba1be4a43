import type { Actor } from '@parley/protocol/event'
import type { ConversationRouted } from '@parley/protocol/team'
import type { NewEntry } from '../../core/event-log.ts'

export const routedEntry = ({ id }: { id: string }, actor: Actor, data: ConversationRouted): NewEntry => ({
  type: 'conversation.routed',
  audience: 'agents',
  conversation_id: id,
  actor,
  data,
})
