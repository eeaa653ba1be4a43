import type { EntryType } from '@parley/protocol/event'
import type { MessageRecord } from '@parley/protocol/message'
import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { StoredEntry } from '../../core/event-log.ts'
import type { LogConsumer } from '../../core/log-consumers/log-consumer.ts'
import { enqueue, type NewOutbound } from './outbox-store.ts'

const actions: Partial<Record<EntryType, NewOutbound['action']>> = {
  'message.created': 'send',
  'message.edited': 'edit',
  'message.deleted': 'delete',
}

/** Queues the team's messages to contacts of platforms in the outbox. */
export const createOutboxConsumer = (deps: { clock: Clock; wake: () => void }): LogConsumer => ({
  name: 'channel-outbox',
  types: ['message.created', 'message.edited', 'message.deleted'],
  messagesOf: ['agent', 'ai_agent', 'system'],
  start: 'now',
  async handle(trx, batch) {
    const outbound = batch.flatMap(({ customerId, entries }) =>
      entries.flatMap((entry) => outboundOf(customerId, entry)),
    )
    const added = await enqueue(trx, outbound, databaseNow(deps.clock))
    return () => {
      if (added > 0) deps.wake()
    }
  },
})

/** Only what the customer may see, and did not write. */
function outboundOf(customerId: string, { type, seq, audience, actor, data }: StoredEntry): NewOutbound[] {
  const action = actions[type]
  if (action === undefined || audience === 'agents' || actor.type === 'customer') return []
  return [{ customer_id: customerId, seq, message_id: (data as Pick<MessageRecord, 'id'>).id, action }]
}
