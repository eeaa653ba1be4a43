import { isAutomatic } from '../../core/automatic-actor.ts'
import type { LogConsumer } from '../../core/log-consumers/log-consumer.ts'
import type { Triage } from './triage.ts'

export interface SnoozedConversation {
  id: string
  customer_id: string
  organization_id: string
}

/** Log consumer: ends the snooze of a conversation when its customer writes, not a program in their absence. Idempotent. */
export function createSnoozeReplies(deps: {
  triage: Pick<Triage, 'wake'>
  /** Snoozed conversations of these customers. */
  snoozedOf: (customerIds: string[]) => Promise<SnoozedConversation[]>
}): LogConsumer {
  return {
    name: 'snooze-replies',
    types: ['message.created'],
    messagesOf: ['customer'],
    // A message from before the snooze does not end it.
    selectCustomers: async (_db, customerIds) =>
      new Set((await deps.snoozedOf(customerIds)).map(({ customer_id: id }) => id)),
    unhurried: true,
    start: 'now',
    async handle(_trx, batch) {
      const wrote = new Map<string, number>()
      for (const { customerId, entries } of batch) {
        const last = entries.findLast(({ actor }) => actor.type === 'customer' && !isAutomatic(actor))
        if (last) wrote.set(customerId, last.seq)
      }
      if (wrote.size === 0) return
      for (const { id, organization_id, customer_id } of await deps.snoozedOf([...wrote.keys()])) {
        const messageSeq = wrote.get(customer_id) ?? 0
        await deps.triage.wake(organization_id, id, { reason: 'customer', messageSeq })
      }
    },
  }
}
