import type { StoredEntry } from '../../core/event-log.ts'
import type { MessageRecord } from '@parley/protocol/message'
import type { Database, Transaction } from '../../core/database.ts'
import type { CustomerEntries, LogConsumer } from '../../core/log-consumers/log-consumer.ts'
import { organizationsWithReplies, putTriggers, type Trigger } from './automatic-reply-store.ts'

export interface ConsumerDeps {
  /** Returns which of these customers are contacts of a channel, with its provider. */
  contactsAmong: (
    db: Database | Transaction,
    customerIds: string[],
  ) => Promise<{ customer_id: string; provider_id: string }[]>
  /** Returns marks of messages by client_id. null: automatic. A time: when the platform received it, if it was stored late. */
  marksAmong: (db: Transaction, clientIds: string[]) => Promise<ReadonlyMap<string, string | null>>
  wake: () => void
}

/**
 * Log consumer: notes what contacts wrote, if an automatic reply may follow. Only entries of the customer count, so no automatic
 * reply, and nothing else that the service writes, leads to another one.
 */
export const createAutomaticReplyConsumer = (deps: ConsumerDeps): LogConsumer => ({
  name: 'automatic-replies',
  types: ['conversation.started', 'message.created'],
  messagesOf: ['customer'],
  // A customer is a contact from the first entry on, or never.
  selectCustomers: async (db, customerIds) =>
    new Set((await deps.contactsAmong(db, customerIds)).map(({ customer_id: id }) => id)),
  start: 'now',
  async handle(trx, batch) {
    const concerned = await organizationsWithReplies(trx, [
      ...new Set(batch.map((each) => each.organizationId)),
    ])
    const customers = batch.filter(({ organizationId }) => concerned.has(organizationId))
    if (customers.length === 0) return undefined
    const contacts = await deps.contactsAmong(
      trx,
      customers.map(({ customerId }) => customerId),
    )
    const providers = new Map(contacts.map((each) => [each.customer_id, each.provider_id]))
    const marks = await deps.marksAmong(
      trx,
      customers.flatMap(({ entries }) => entries.flatMap(clientIdOf)),
    )
    const triggers = customers.flatMap((customer) => {
      const providerId = providers.get(customer.customerId)
      return providerId === undefined ? [] : triggerOf(customer, providerId, marks)
    })
    await putTriggers(trx, triggers)
    return () => {
      if (triggers.some(({ due_at: at }) => at !== null)) deps.wake()
    }
  },
})

const isOfCustomer = ({ actor }: StoredEntry): boolean => actor.type === 'customer'

function clientIdOf(entry: StoredEntry): string[] {
  if (entry.type !== 'message.created' || !isOfCustomer(entry)) return []
  const { client_id: id } = entry.data as Pick<MessageRecord, 'client_id'>
  return id === undefined ? [] : [id]
}

/** The entry of a new conversation comes before that of its first message, possibly in an earlier batch. */
export function triggerOf(
  { customerId, organizationId, entries }: CustomerEntries,
  providerId: string,
  marks: ReadonlyMap<string, string | null>,
): Trigger[] {
  let trigger: Trigger | null = null
  for (const entry of entries) {
    if (entry.conversation_id === null || !isOfCustomer(entry)) continue
    // What was due in an earlier conversation is not sent in the next one: it has been closed.
    const before: Trigger =
      trigger?.conversation_id === entry.conversation_id
        ? trigger
        : {
            customer_id: customerId,
            organization_id: organizationId,
            provider_id: providerId,
            conversation_id: entry.conversation_id,
            greets: null,
            due_seq: null,
            due_at: null,
          }
    const [mark] = clientIdOf(entry).map((id) => marks.get(id))
    if (entry.type === 'conversation.started') trigger = { ...before, greets: true }
    // A conversation that a program began is not greeted, unless a person wrote before.
    else if (mark === null) trigger = before.due_seq === null ? { ...before, greets: false } : before
    // The next message of the conversation is greeted.
    else if (mark !== undefined) trigger = before
    else trigger = { ...before, due_seq: entry.seq, due_at: entry.created_at }
  }
  return trigger === null ? [] : [trigger]
}
