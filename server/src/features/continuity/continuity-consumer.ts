import type { SenderType } from '@parley/protocol/sender'
import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Transaction } from '../../core/database.ts'
import type { LogConsumer } from '../../core/log-consumers/log-consumer.ts'
import { noteMessages } from './continuity-store.ts'

/** Senders whose messages are mailed. The system's are notices. */
const writers: SenderType[] = ['agent', 'ai_agent']

/** Log consumer: records customers to whom the team wrote, if their address is known. */
export const createContinuityConsumer = (deps: {
  clock: Clock
  /** Returns which of these customers of widgets have an address. */
  withAddress: (db: Transaction, customerIds: string[]) => Promise<ReadonlySet<string>>
}): LogConsumer => ({
  name: 'continuity',
  types: ['message.created'],
  messagesOf: writers,
  unhurried: true,
  start: 'now',
  async handle(trx, batch) {
    const written = batch.filter(({ entries }) =>
      entries.some(({ actor, audience }) => audience !== 'agents' && writers.includes(actor.type)),
    )
    if (written.length === 0) return
    const addressed = await deps.withAddress(
      trx,
      written.map(({ customerId }) => customerId),
    )
    const customers = written
      .filter(({ customerId }) => addressed.has(customerId))
      .map((each) => ({ customer_id: each.customerId, organization_id: each.organizationId }))
    await noteMessages(trx, customers, databaseNow(deps.clock))
  },
})
