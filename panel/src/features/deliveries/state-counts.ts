import type { Delivery, DeliveryState } from '@parley/protocol/webhook'
import { deliveryStates } from './delivery-search.ts'

/** Counts per state, delivered and failed first. */
export function stateCounts(deliveries: readonly Pick<Delivery, 'state'>[]): [DeliveryState, number][] {
  const counts = new Map<DeliveryState, number>()
  for (const { state } of deliveries) counts.set(state, (counts.get(state) ?? 0) + 1)
  return order.flatMap((state) => {
    const count = counts.get(state)
    return count === undefined ? [] : [[state, count]]
  })
}

const order: DeliveryState[] = [
  'delivered',
  'failed',
  ...deliveryStates.filter((state) => state !== 'delivered' && state !== 'failed'),
]
