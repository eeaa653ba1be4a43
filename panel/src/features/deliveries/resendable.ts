import type { Delivery } from '@parley/protocol/webhook'
import { isOver } from './delivery-queries.ts'
import { isFiltered, type DeliverySearch } from './delivery-search.ts'

/** Whether finished deliveries match, or may: those of further pages are unknown. */
export function mayResend(
  search: DeliverySearch,
  loaded: readonly Pick<Delivery, 'state'>[],
  hasMore: boolean,
): boolean {
  if (!isFiltered(search) || search.state === 'waiting' || search.state === 'sending') return false
  return hasMore || loaded.some(({ state }) => isOver(state))
}
