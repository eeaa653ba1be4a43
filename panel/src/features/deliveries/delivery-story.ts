import type { DeliveryDetail } from '@parley/protocol/webhook'
import type { Messages } from '../../messages/en.ts'
import { isTooOld } from './resendable.ts'

/** What happened to a delivery, including its resends. */
export function storyOf(
  delivery: Pick<DeliveryDetail, 'state' | 'attempts' | 'created_at' | 'updated_at' | 'attempt_list'>,
  now: number,
): keyof Messages['deliveries']['story'] {
  const { state, updated_at: updatedAt, attempt_list: attempts } = delivery
  const counted = attempts.filter(({ outcome }) => outcome !== 'under_way' && outcome !== 'interrupted')
  switch (state) {
    case 'waiting':
      // A failed attempt that is retried was the last change of its delivery; a resend is a later one.
      return counted.at(-1)?.finished_at === updatedAt ? 'waiting' : 'queued'
    case 'failed':
      if (counted.some(({ outcome }) => outcome === 'delivered')) return 'failedAgain'
      if (isTooOld(delivery, now)) return 'expired'
      return delivery.attempts === 0 ? 'unsent' : 'failed'
    case 'cancelled':
      return counted.length > 0 ? 'stopped' : 'cancelled'
    case 'sending':
    case 'delivered':
      return state
    default:
      return state satisfies never
  }
}
