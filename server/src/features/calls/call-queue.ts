/**
 * The order of the queue as pure functions (SPEC C3). Networks take turns: each waiting call of a network is one round
 * later than its previous one, and a new network joins the current round. A network that places many calls therefore delays
 * every other network by one call per round only, and no call is overtaken indefinitely.
 */

/** Counts of an organization's waiting calls (pending or ringing), used to place a new call. */
export interface WaitingCounts {
  /** Earliest round of the pending calls; null: none is pending. */
  round: number | null
  /** Latest round of the caller's network; null: it has no waiting call. */
  network_round: number | null
  of_network: number
  of_provider: number
}

/** Limits on waiting calls. A person has at most one, but a network may be an office or a mobile carrier's gateway. */
export const maxWaitingOfNetwork = 10
export const maxWaitingOfProvider = 1000

export type QueuePlace = { result: 'queued'; round: number } | { result: 'network_full' | 'provider_full' }

/** Decides whether a new call may wait, and in which round. */
export function placeInQueue(waiting: WaitingCounts): QueuePlace {
  if (waiting.of_network >= maxWaitingOfNetwork) return { result: 'network_full' }
  if (waiting.of_provider >= maxWaitingOfProvider) return { result: 'provider_full' }
  const own = waiting.network_round === null ? 0 : waiting.network_round + 1
  return { result: 'queued', round: Math.max(waiting.round ?? 0, own) }
}

/** The columns that order the queue. */
export interface QueuedCall {
  id: string
  queue_round: number
  created_at: string
}

export function compareInQueue(one: QueuedCall, other: QueuedCall): number {
  if (one.queue_round !== other.queue_round) return one.queue_round - other.queue_round
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? -1 : 1
  return one.id < other.id ? -1 : 1
}
