import type { MessageDelivery } from '@parley/protocol/message-delivery'
import type { Transaction } from '../../core/database.ts'
import type { EventLog } from '../../core/event-log.ts'
import { conversationTables } from './conversation-store.ts'
import { findMessage } from './message-store.ts'

/** Records how far messages of the team were delivered to the customer's platform. */
export const createMessageDeliveries = ({ log }: { log: EventLog }) => ({
  /**
   * Idempotent. Emits message.delivery, for agents, when something changed. `change` runs first, in the same transaction. Resolves
   * with false, and records nothing, when there is no such message or `change` returned false.
   */
  record: (
    { organizationId, customerId }: { organizationId: string; customerId: string },
    messageId: string,
    delivery: MessageDelivery,
    change?: (trx: Transaction) => Promise<boolean>,
  ): Promise<boolean> =>
    log.transact(async (tx) => {
      const head = await tx.lock(organizationId, customerId)
      const message = head && (await findMessage(tx.db, customerId, messageId))
      if (!message || (change && !(await change(tx.db)))) return false
      const { state, reason } = message.delivery ?? {}
      if (state === delivery.state && reason === delivery.reason) return true
      await conversationTables(tx.db)
        .updateTable('message')
        .set({ delivery: JSON.stringify(delivery) })
        .where('id', '=', messageId)
        .execute()
      tx.append(head, [
        {
          type: 'message.delivery',
          audience: 'agents',
          conversation_id: message.conversation_id,
          actor: { type: 'system' },
          data: { id: messageId, ...delivery },
        },
      ])
      return true
    }),
})
