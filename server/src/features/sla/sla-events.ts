import type { ConversationStarted } from '@parley/protocol/conversation'
import type { StoredEntry } from '../../core/event-log.ts'
import type { SlaEvent, SlaState } from './sla-state.ts'

/** null: the entry alone changes no clock. */
export function eventOf(
  entry: StoredEntry,
  facts: { waiting_since: string | null },
  before: SlaState | null,
): SlaEvent | null {
  switch (entry.type) {
    case 'conversation.started': {
      const { started_at: startedAt } = entry.data as ConversationStarted
      // Reopened by an agent: the customer may still wait for the answer to an earlier message.
      const stillWaits = facts.waiting_since !== null && facts.waiting_since < startedAt
      return { type: 'started', waiting: before?.waiting === true || stillWaits }
    }
    case 'conversation.ended':
      return { type: 'ended' }
    case 'conversation.snoozed':
      return { type: 'snoozed' }
    case 'conversation.unsnoozed':
      return { type: 'unsnoozed' }
    case 'message.created':
      return messageEventOf(entry)
    default:
      return null
  }
}

function messageEventOf({ actor }: StoredEntry): SlaEvent | null {
  switch (actor.type) {
    case 'customer':
      return { type: 'customer_wrote' }
    case 'agent':
      return { type: 'answered', by: 'human' }
    case 'ai_agent':
      return { type: 'answered', by: 'ai' }
    default:
      return null
  }
}
