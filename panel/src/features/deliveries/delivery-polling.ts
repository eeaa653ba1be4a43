import type { Delivery } from '@parley/protocol/webhook'

/**
 * Poll interval for deliveries in progress (ms): the socket may be down, or the worker in a process it does
 * not reach.
 */
const pollIntervalMs = 5_000

/** Polling begins this long before an attempt is due, because browser clocks may be wrong (ms). */
const leadMs = 30_000

/** Timers do not run while the computer sleeps, so a later attempt is not waited for with a single one (ms). */
const maxDelayMs = 5 * 60_000

type Progress = Pick<Delivery, 'state' | 'next_attempt_at'>

/** Time until the next poll (ms); false: none of the deliveries changes by itself. */
export function pollDelayOf(deliveries: readonly Progress[], now: number): number | false {
  const delays = deliveries.flatMap(({ state, next_attempt_at: next }) => {
    if (state === 'sending') return [pollIntervalMs]
    if (state !== 'waiting' || next === null) return []
    return [Math.min(maxDelayMs, Math.max(pollIntervalMs, Date.parse(next) - leadMs - now))]
  })
  return delays.length === 0 ? false : Math.min(...delays)
}
