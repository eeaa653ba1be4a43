import type { LogConsumer } from '../../core/log-consumers/log-consumer.ts'
import { consumedTypes } from './fact-store.ts'
import type { Facts } from './facts.ts'

export const consumerName = 'facts'

/** Log consumer: keeps facts up to date. */
export const createFactsConsumer = ({ update }: Pick<Facts, 'update'>): LogConsumer => ({
  name: consumerName,
  types: consumedTypes,
  start: 'beginning',
  imported: 'handled',
  unhurried: true,
  handle: (trx, batch) =>
    update(
      trx,
      batch.flatMap(({ customerId, entries }) =>
        entries.map((entry) => ({ customerId, conversationId: entry.conversation_id, seq: entry.seq })),
      ),
    ),
})
