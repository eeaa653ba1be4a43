import type { AssignInput, Conversation } from '@parley/protocol/conversation'
import type { SnoozeInput } from '@parley/protocol/triage'
import { ApiProblem } from '../../../api/api-problem.ts'

/** A request to `.../conversations/:conversation_id/:action`. */
export interface ActionRequest {
  action: 'assign' | 'take-over' | 'close' | 'reopen' | 'snooze'
  body?: unknown
}

export type ActionRequests = readonly [ActionRequest, ...ActionRequest[]]

/** Requests of which one failed for a reason that says nothing about the conversation. */
export class InterruptedRequests extends Error {
  override name = 'InterruptedRequests'
  readonly failure: Error
  /** What can be repeated. */
  readonly rest: ActionRequests

  constructor(failure: Error, rest: ActionRequests) {
    super(failure.message, { cause: failure })
    this.failure = failure
    this.rest = rest
  }
}

/**
 * Sends the requests that undo a change, in order. Returns the last row; null if the conversation was open already.
 *
 * @param mayBeDone whether the first request failed before, perhaps after it was done
 * @throws InterruptedRequests
 */
export async function undoInOrder(
  post: (request: ActionRequest) => Promise<Conversation>,
  [first, ...following]: ActionRequests,
  mayBeDone: boolean,
): Promise<Conversation | null> {
  let row: Conversation | null = null
  try {
    row = await post(first)
  } catch (error) {
    const isDone = mayBeDone && first.action === 'reopen' && codeOf(error) === 'conversation_open'
    if (!isDone) throw interrupted(error, [first, ...following])
  }
  const [next, ...rest] = following
  return next === undefined ? row : undoInOrder(post, [next, ...rest], false)
}

const outages: ReadonlySet<string> = new Set([
  'network',
  'unavailable',
  'storage_full',
  'internal',
  'rate_limited',
])

const codeOf = (error: unknown): string => (error instanceof ApiProblem ? error.code : '')

const interrupted = (error: unknown, rest: ActionRequests): unknown =>
  error instanceof ApiProblem && outages.has(error.code) ? new InterruptedRequests(error, rest) : error

/**
 * Returns the requests that undo closing, in order: reopening may unassign, and closing has ended the snooze.
 *
 * @param seen log position at closing: a later message of the customer is not snoozed away
 */
export function undoClose(
  { agent, snooze }: Pick<Conversation, 'agent' | 'snooze'>,
  seen: number | undefined,
): ActionRequests {
  const requests: [ActionRequest, ...ActionRequest[]] = [{ action: 'reopen' }]
  if (agent !== null) requests.push({ action: 'assign', body: { agent_id: agent.id } satisfies AssignInput })
  if (snooze !== null) {
    const body: SnoozeInput = { until: snooze.until, ...(seen !== undefined && { seen_seq: seen }) }
    requests.push({ action: 'snooze', body })
  }
  return requests
}
