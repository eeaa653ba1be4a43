import { AppError } from '../../core/app-error.ts'
import type { Database } from '../../core/database.ts'
import type { EventLog, NewEntry } from '../../core/event-log.ts'
import {
  findAttributes,
  findConversation,
  lastMessageAt,
  updateConversation,
  type ConversationAttributes,
} from './conversation-store.ts'
import { hasMessageAfter } from './message-store.ts'

export interface AttributeChange {
  set: Partial<ConversationAttributes> & { updated_at?: string }
  entry: Omit<NewEntry, 'conversation_id'>
}

/**
 * Attributes of a conversation that other features define. They never affect its lifecycle. `updated_at` changes only if the
 * change sets it, so that adding a label does not move the row to the top of the list.
 */
export function createAttributes({ db, log }: { db: Database; log: EventLog }) {
  return {
    /**
     * Locks the customer, asks `decide` and applies its answer with one log entry; null: no change.
     * Returns whether something changed. @throws AppError not_found, and what `decide` throws
     */
    async change(
      organizationId: string,
      conversationId: string,
      decide: (
        conversation: ConversationAttributes & { status: 'open' | 'closed' },
        at: {
          now: string
          seq: number
          /** In this conversation. */
          customerWroteAfter: (seq: number) => Promise<boolean>
          /** Time of the message that the inbox row shows. */
          lastMessageAt: () => Promise<string | null>
        },
      ) => Promise<AttributeChange | null> | AttributeChange | null,
    ): Promise<boolean> {
      const known = await findConversation(db, organizationId, conversationId)
      if (!known) throw new AppError('not_found')
      return log.transact(async (tx) => {
        const head = await tx.lock(organizationId, known.customer_id)
        const attributes = head && (await findAttributes(tx.db, conversationId))
        if (!attributes) throw new AppError('not_found')
        const change = await decide(attributes, {
          now: tx.now,
          seq: head.last_seq + 1,
          // An import can add older conversations behind this position.
          customerWroteAfter: (seq) =>
            hasMessageAfter(tx.db, head, {
              seen: seq,
              senders: ['customer'],
              conversationId,
              byPerson: true,
            }),
          lastMessageAt: () => lastMessageAt(tx.db, conversationId),
        })
        if (change === null) return false
        await updateConversation(tx.db, conversationId, change.set)
        tx.append(head, [{ ...change.entry, conversation_id: conversationId }])
        return true
      })
    },
  }
}
