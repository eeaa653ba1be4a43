import type { ConversationEnded } from '@parley/protocol/conversation'
import type { Actor } from '@parley/protocol/event'
import type { NewEntry } from '../../core/event-log.ts'
import type { ConversationRow } from './conversation-store.ts'
import { messagesPath } from './messages-path.ts'

/** conversation.ended, exactly (spec 2.2). */
export function endedEntry(row: ConversationRow, actor: Actor): NewEntry {
  if (row.closed_at === null || row.duration === null) throw new Error('An open conversation has not ended')
  const data: ConversationEnded = {
    id: row.id,
    customer_id: row.customer_id,
    provider_id: row.provider_id,
    agent_id: row.agent_id,
    started_at: row.started_at,
    closed_at: row.closed_at,
    duration: row.duration,
    first_response_time: row.first_response_time,
    messages_url: messagesPath(row.id),
  }
  return { type: 'conversation.ended', audience: 'both', conversation_id: row.id, actor, data }
}
