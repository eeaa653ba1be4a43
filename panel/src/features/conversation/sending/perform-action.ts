import type { ReplyAction } from '@parley/protocol/canned-reply'
import type { Conversation } from '@parley/protocol/conversation'
import { postChange } from '../../../queries/conversation-order.ts'
import { labelConversation } from '../../../queries/label-queries.ts'
import { moveToTeam } from '../../../queries/team-queries.ts'
import { snooze } from '../../../queries/triage-queries.ts'

interface Place {
  organizationId: string
  conversationId: string
  agentId: string
  /** Last position that the agent saw when sending. Snoozing and closing are refused after a newer message of the customer. */
  shownSeq?: number | undefined
}

/** Runs an action that follows a message. Returns the changed row, or null if `inbox.changed` brings it. @throws ApiProblem */
export async function performAction(place: Place, action: ReplyAction): Promise<Conversation | null> {
  const { organizationId, conversationId, agentId, shownSeq } = place
  const seen = shownSeq === undefined ? {} : { seen_seq: shownSeq }
  switch (action.type) {
    case 'label':
      await labelConversation(organizationId, conversationId, { labelId: action.label_id, add: true })
      return null
    case 'team':
      await moveToTeam(organizationId, conversationId, action.team_id)
      return null
    case 'snooze':
      return snooze(organizationId, conversationId, { until: endOf(action.minutes), ...seen })
    case 'assign_to_me':
      return postChange(organizationId, conversationId, 'assign', { agent_id: agentId })
    case 'close':
      return postChange(organizationId, conversationId, 'close', seen)
    default:
      // Held by another version of the panel.
      return null
  }
}

const endOf = (minutes: number | null): string | null =>
  minutes === null ? null : new Date(Date.now() + minutes * 60_000).toISOString()
