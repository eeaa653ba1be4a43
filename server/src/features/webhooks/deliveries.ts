import type { Delivery, DeliveryDetail, ResendInput, ResendResult } from '@parley/protocol/webhook'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { findDelivery, findDeliveryDetail, listDeliveries } from './delivery-log.ts'
import type { DeliveryNews } from './delivery-news.ts'
import { queueTime } from './queue-time.ts'
import { resendMatching, resendOne } from './resend-store.ts'

/** Deliveries that one "resend all that match" takes at most. */
const mostResent = 10_000

export type Deliveries = ReturnType<typeof createDeliveries>

/** The log of an organization's deliveries, and sending by hand (spec 6 rule 1, spec 8). */
export function createDeliveries(deps: {
  db: Database
  clock: Clock
  news: DeliveryNews
  wake: () => void
  mostAtOnce?: number
}) {
  const { db, clock, news, mostAtOnce = mostResent } = deps
  return {
    list: (organizationId: string, filter: ResendInput, page: Parameters<typeof listDeliveries>[3]) =>
      listDeliveries(db, organizationId, filter, page),

    /** @throws AppError not_found */
    async find(organizationId: string, id: string): Promise<DeliveryDetail> {
      const detail = await findDeliveryDetail(db, organizationId, id)
      if (!detail) throw new AppError('not_found')
      return detail
    },

    /**
     * One more attempt at once, with the same event_id; not one of the three, and never retried by itself. An automatic
     * attempt that waits is kept for the case that this one fails. What is being sent, or is about to be, is left as it is.
     * @throws AppError not_found, webhook_inactive, webhook_unsubscribed
     */
    async resend(organizationId: string, id: string): Promise<Delivery> {
      const refused = await resendOne(db, organizationId, id, queueTime(clock))
      if (refused) throw new AppError(refused)
      deps.wake()
      news.tell(organizationId, 'deliveries')
      const delivery = await findDelivery(db, organizationId, id)
      if (!delivery) throw new AppError('not_found')
      return delivery
    },

    /** The newest first of those that are over and whose webhook still receives them. */
    async resendAll(organizationId: string, filter: ResendInput): Promise<ResendResult> {
      const result = await resendMatching(db, organizationId, filter, mostAtOnce, queueTime(clock))
      if (result.resent > 0) {
        deps.wake()
        news.tell(organizationId, 'deliveries')
      }
      return result
    },
  }
}
