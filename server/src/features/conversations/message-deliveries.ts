import type { MessageDelivery } from '@parley/protocol/message-delivery'
import type { EventLog } from '../../core/event-log.ts'
import { conversationTables } from './conversation-store.ts'
import { findMessage } from './message-store.ts'

/** Records how far messages of the team were delivered to the customer's platform. */
export const createMessageDeliveries = ({ log }: { log: EventLog }) => ({
  /** Idempotent. Emits message.delivery, for agents, when something changed. `from`: only if this is the state. */
  record: (
    { organizationId, customerId }: { organizationId: string; customerId: string },
    messageId: string,
    delivery: MessageDelivery,
    from?: MessageDelivery['state'],
  ): Promise<void> =>
    log.transact(async (tx) => {
      const head = await tx.lock(organizationId, customerId)
      const message = head && (await findMessage(tx.db, customerId, messageId))
      if (!message) return
      const { state, reason } = message.delivery ?? {}
      if (from !== undefined && state !== from) return
      if (state === delivery.state && reason === delivery.reason) return
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
    }),
})
