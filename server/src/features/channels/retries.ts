import type { DeliveryRetry, MessageDelivery } from '@parley/protocol/message-delivery'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Transaction } from '../../core/database.ts'
import { requeue } from './outbox-store.ts'

export interface RetryDeps {
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
  /** `change` runs in the same transaction. Resolves with false when it returned false: then nothing is recorded. */
  recordDelivery: (
    customer: { organizationId: string; customerId: string },
    messageId: string,
    delivery: MessageDelivery,
    change?: (trx: Transaction) => Promise<boolean>,
  ) => Promise<boolean>
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
    const customer = { organizationId, customerId: conversation.customer_id }
    // In one transaction: a message that is shown as pending is in the queue, and this entry never follows the result.
    const isQueued = await deps.recordDelivery(customer, messageId, pending, (trx) =>
      requeue(trx, organizationId, messageId, databaseNow(deps.clock)),
    )
    // Failed messages are kept in the queue for a limited time.
    if (!isQueued && state === 'failed') throw new AppError('message_not_failed')
    deps.wake()
    return { message_id: messageId, ...pending }
  }
