import type { DeliveryRetry, MessageDelivery } from '@parley/protocol/message-delivery'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'
import { hasFailed, requeue } from './outbox-store.ts'

export interface RetryDeps {
  db: Database
  clock: Clock
  findConversation: (
    organizationId: string,
    conversationId: string,
  ) => Promise<{ id: string; customer_id: string } | undefined>
  findMessage: (
    customerId: string,
    messageId: string,
  ) => Promise<
    { conversation_id: string; delivery: MessageDelivery | null; deleted_at: string | null } | undefined
  >
  recordDelivery: (
    customer: { organizationId: string; customerId: string },
    messageId: string,
    delivery: MessageDelivery,
    from?: MessageDelivery['state'],
  ) => Promise<void>
  wake: () => void
}

const pending: MessageDelivery = { state: 'pending', reason: null }

/** Sends failed messages again. @throws AppError not_found, message_not_failed */
export const createRetry =
  (deps: RetryDeps) =>
  async (organizationId: string, conversationId: string, messageId: string): Promise<DeliveryRetry> => {
    const conversation = await deps.findConversation(organizationId, conversationId)
    const message = conversation && (await deps.findMessage(conversation.customer_id, messageId))
    if (!conversation || message?.conversation_id !== conversation.id) throw new AppError('not_found')
    const state = message.delivery?.state
    if (message.deleted_at !== null || (state !== 'failed' && state !== 'pending'))
      throw new AppError('message_not_failed')
    // Failed messages are kept in the queue for a limited time.
    if (state === 'failed' && !(await hasFailed(deps.db, organizationId, messageId)))
      throw new AppError('message_not_failed')
    // Before the queue continues, so that this entry never follows the result.
    const customer = { organizationId, customerId: conversation.customer_id }
    await deps.recordDelivery(customer, messageId, pending, 'failed')
    const isQueued = await deps.db
      .transaction()
      .execute((trx) => requeue(trx, organizationId, messageId, databaseNow(deps.clock)))
    if (!isQueued && state === 'failed') throw new AppError('message_not_failed')
    deps.wake()
    return { message_id: messageId, ...pending }
  }
