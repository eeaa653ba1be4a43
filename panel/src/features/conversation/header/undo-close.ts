import type { AssignInput, Conversation } from '@parley/protocol/conversation'
import type { SnoozeInput } from '@parley/protocol/triage'

/** A request to `.../conversations/:conversation_id/:action`. */
export interface ActionRequest {
  action: 'assign' | 'take-over' | 'close' | 'reopen' | 'snooze'
  body?: unknown
}

/**
 * Returns the requests that undo closing, in order: reopening may unassign, and closing has ended the snooze.
 *
 * @param seen log position at closing: a later message of the customer is not snoozed away
 */
export function undoClose(
  { agent, snooze }: Pick<Conversation, 'agent' | 'snooze'>,
  seen: number | undefined,
): [ActionRequest, ...ActionRequest[]] {
  const requests: [ActionRequest, ...ActionRequest[]] = [{ action: 'reopen' }]
  if (agent !== null) requests.push({ action: 'assign', body: { agent_id: agent.id } satisfies AssignInput })
  if (snooze !== null) {
    const body: SnoozeInput = { until: snooze.until, ...(seen !== undefined && { seen_seq: seen }) }
    requests.push({ action: 'snooze', body })
  }
  return requests
}
