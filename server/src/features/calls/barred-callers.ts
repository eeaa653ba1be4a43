import type { CustomerChanges } from '@parley/protocol/customer'
import type { Database } from '../../core/database.ts'
import type { StoredEntry } from '../../core/event-log.ts'
import type { LogConsumer } from '../../core/log-consumers/log-consumer.ts'
import type { CallBacks } from './call-backs.ts'
import type { CallChanges } from './call-changes.ts'
import { liveCallsOf } from './call-store.ts'

/** Ends the live call and closes the call-back request of a customer who was blocked or closed their account (design 5). */
export function createBarredCallers(deps: {
  db: Database
  changes: Pick<CallChanges, 'settle'>
  callBacks: Pick<CallBacks, 'withdrawBarred'>
}) {
  /** Idempotent: calls that are over do not change, nor do closed requests. */
  async function endAllOf(customerIds: string[]): Promise<void> {
    if (customerIds.length === 0) return
    for (const call of (await liveCallsOf(deps.db, customerIds)).values()) await deps.changes.settle(call)
    await deps.callBacks.withdrawBarred(customerIds)
  }

  const consumer: LogConsumer = {
    name: 'barred-callers',
    types: ['customer.updated'],
    start: 'now',
    handle: (_trx, batch) =>
      endAllOf(batch.filter(({ entries }) => entries.some(barsCustomer)).map(({ customerId }) => customerId)),
  }
  return { consumer, endAllOf }
}

/** Whether the customer may no longer write or call after this entry: blocked, or the account was closed. */
export function barsCustomer({ type, data }: Pick<StoredEntry, 'type' | 'data'>): boolean {
  if (type !== 'customer.updated') return false
  const { changes } = data as { changes: CustomerChanges }
  return changes.is_blocked === true || (changes.deactivated_at ?? null) !== null
}
