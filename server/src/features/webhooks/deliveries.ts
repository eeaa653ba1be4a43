import type { Delivery, DeliveryDetail, DeliveryFilter, ResendResult } from '@parley/protocol/webhook'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { encodeCursor } from '../../core/paging.ts'
import { createKeyedSemaphore } from '../../core/semaphore.ts'
import { findDelivery, findDeliveryDetail, listDeliveries } from './delivery-log.ts'
import type { ChangeNotifier } from './change-notifier.ts'
import type { LinkRenewals } from './delivery-links.ts'
import { eventBody } from './event-body.ts'
import { maskHashes } from './masking.ts'
import { queueTime } from './queue-time.ts'
import { resendMatching, resendOne, type Position } from './resend-store.ts'

/** Maximum deliveries per "resend all matching" request. */
const defaultMaxResent = 10_000

export type Deliveries = ReturnType<typeof createDeliveries>

/** An organization's delivery log and manual resends (spec 6 rule 1, spec 8). */
export function createDeliveries(deps: {
  db: Database
  clock: Clock
  notifier: ChangeNotifier
  wake: () => void
  renewals: LinkRenewals
  maxResent?: number
}) {
  const { db, clock, notifier, maxResent = defaultMaxResent } = deps
  // A large resend takes a second, and others of the same deliveries wait for it: many at once would take all connections.
  const turns = createKeyedSemaphore(1)
  return {
    list: (organizationId: string, filter: DeliveryFilter, page: Parameters<typeof listDeliveries>[3]) =>
      listDeliveries(db, organizationId, filter, page),

    /** @throws AppError not_found */
    async find(organizationId: string, id: string): Promise<DeliveryDetail> {
      const detail = await findDeliveryDetail(db, organizationId, id)
      if (!detail) throw new AppError('not_found')
      const { event, ...delivery } = detail
      return { ...delivery, payload: maskHashes(eventBody(event, deps.renewals, clock())) }
    },

    /**
     * Sends one manual attempt immediately, with the same event_id. It does not count as one of the three automatic attempts and
     * is never retried. A scheduled automatic attempt is kept in case this one fails. No effect on deliveries that are due or
     * being sent.
     * @throws AppError not_found, delivery_too_old, webhook_inactive, webhook_unsubscribed
     */
    async resend(organizationId: string, id: string): Promise<Delivery> {
      const refused = await turns.run(organizationId, () =>
        resendOne(db, organizationId, id, queueTime(clock)),
      )
      if (refused) throw new AppError(refused)
      deps.wake()
      notifier.notify(organizationId, 'deliveries')
      const delivery = await findDelivery(db, organizationId, id)
      if (!delivery) throw new AppError('not_found')
      return delivery
    },

    /** Resends matching finished deliveries that may still be sent and whose webhook still receives them, newest first; with `after` only those behind it. */
    async resendAll(
      organizationId: string,
      filter: DeliveryFilter,
      after: Position | null,
    ): Promise<ResendResult> {
      const page = { max: maxResent, after }
      const { resent, last } = await turns.run(organizationId, () =>
        resendMatching(db, organizationId, filter, page, queueTime(clock)),
      )
      if (resent > 0) {
        deps.wake()
        notifier.notify(organizationId, 'deliveries')
      }
      return { resent, more: last !== null, next: last && encodeCursor(last.created_at, last.id) }
    },
  }
}
