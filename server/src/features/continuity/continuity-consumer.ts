import type { CustomerChanges } from '@parley/protocol/customer'
import type { SenderType } from '@parley/protocol/sender'
import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Transaction } from '../../core/database.ts'
import type { StoredEntry } from '../../core/event-log.ts'
import type { LogConsumer } from '../../core/log-consumers/log-consumer.ts'
import { noteMessages } from './continuity-store.ts'

/** Senders whose messages are mailed. The system's are notices. */
const writers: SenderType[] = ['agent', 'ai_agent']

const wasWritten = ({ type, actor, audience }: StoredEntry): boolean =>
  type === 'message.created' && audience !== 'agents' && writers.includes(actor.type)

/** Unblocked, or the account is open again. What the team has written meanwhile, or before, may wait. */
function mayReadAgain({ type, data }: StoredEntry): boolean {
  if (type !== 'customer.updated') return false
  const { changes } = data as { changes: CustomerChanges }
  return changes.is_blocked === false || changes.deactivated_at === null
}

/** Log consumer: records customers to whom the team wrote, or who were unblocked, if their address is known. */
export const createContinuityConsumer = (deps: {
  clock: Clock
  /** Returns which of these customers of widgets have an address. */
  withAddress: (db: Transaction, customerIds: string[]) => Promise<ReadonlySet<string>>
}): LogConsumer => ({
  name: 'continuity',
  types: ['message.created', 'customer.updated'],
  messagesOf: writers,
  unhurried: true,
  start: 'now',
  async handle(trx, batch) {
    const concerned = batch.filter(({ entries }) =>
      entries.some((entry) => wasWritten(entry) || mayReadAgain(entry)),
    )
    if (concerned.length === 0) return
    const addressed = await deps.withAddress(
      trx,
      concerned.map(({ customerId }) => customerId),
    )
    const customers = concerned
      .filter(({ customerId }) => addressed.has(customerId))
      .map((each) => ({ customer_id: each.customerId, organization_id: each.organizationId }))
    await noteMessages(trx, customers, databaseNow(deps.clock))
  },
})
