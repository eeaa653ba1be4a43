import type { ConversationStarted } from '@parley/protocol/conversation'
import { isAutomatic } from '../../core/automatic-actor.ts'
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
      return {
        type: 'started',
        waiting: stillWaits || (before !== null && hasWaited(before, entry.seq, startedAt)),
      }
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

/**
 * Whether the customer waited when the conversation was opened. A state made from facts may be of a later moment; its clocks have run since
 * the message that the customer waits for an answer to.
 */
function hasWaited(state: SlaState, seq: number, startedAt: string): boolean {
  if (!state.waiting || seq > (state.facts_seq ?? 0)) return state.waiting
  const { running_since: countedUpTo, clocks } = state
  if (countedUpTo === null) return false
  return Math.round(countedUpTo - (clocks.resolution?.all ?? 0) * 1000) < Date.parse(startedAt)
}

function messageEventOf({ actor }: StoredEntry): SlaEvent | null {
  switch (actor.type) {
    case 'customer':
      return isAutomatic(actor) ? null : { type: 'customer_wrote' }
    case 'agent':
      return { type: 'answered', by: 'human' }
    case 'ai_agent':
      return { type: 'answered', by: 'ai' }
    default:
      return null
  }
}
