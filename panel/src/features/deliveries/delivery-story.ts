import type { DeliveryDetail } from '@parley/protocol/webhook'
import type { Messages } from '../../messages/en.ts'

/** What happened to a delivery, including its resends. */
export function storyOf({
  state,
  updated_at: updatedAt,
  attempt_list: attempts,
}: Pick<DeliveryDetail, 'state' | 'updated_at' | 'attempt_list'>): keyof Messages['deliveries']['story'] {
  const counted = attempts.filter(({ outcome }) => outcome !== 'under_way' && outcome !== 'interrupted')
  switch (state) {
    case 'waiting':
      // A failed attempt that is retried was the last change of its delivery; a resend is a later one.
      return counted.at(-1)?.finished_at === updatedAt ? 'waiting' : 'queued'
    case 'failed':
      return counted.some(({ outcome }) => outcome === 'delivered') ? 'failedAgain' : 'failed'
    case 'cancelled':
      return counted.length > 0 ? 'stopped' : 'cancelled'
    case 'sending':
    case 'delivered':
      return state
    default:
      return state satisfies never
  }
}
