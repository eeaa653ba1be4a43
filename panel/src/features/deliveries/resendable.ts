import type { Delivery } from '@parley/protocol/webhook'
import { isOver } from './delivery-queries.ts'
import { isFiltered, type DeliverySearch } from './delivery-search.ts'

const maxAgeMs = 14 * 24 * 3600 * 1000

/** Whether a resend is refused because of the event's age: receivers may have forgotten it, unless they never got it. */
export function isTooOld(
  delivery: Pick<Delivery, 'state' | 'attempts' | 'created_at'> & { attempt_list?: readonly unknown[] },
  now: number,
): boolean {
  const { state, attempts, created_at: createdAt, attempt_list: all = [] } = delivery
  // Interrupted attempts are not counted.
  const isUnsent = state === 'failed' && attempts === 0 && all.length === 0
  return Date.parse(createdAt) < now - maxAgeMs && !isUnsent
}

/** Whether finished deliveries match, or may: those of further pages are unknown. */
export function mayResend(
  search: DeliverySearch,
  loaded: readonly Pick<Delivery, 'state' | 'attempts' | 'created_at'>[],
  hasMore: boolean,
  now: number,
): boolean {
  if (!isFiltered(search) || search.state === 'waiting' || search.state === 'sending') return false
  return hasMore || loaded.some((delivery) => isOver(delivery.state) && !isTooOld(delivery, now))
}
