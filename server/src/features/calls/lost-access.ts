import type { CustomerChanges } from '@parley/protocol/customer'
import type { Bus } from '../../core/bus.ts'
import type { StoredEntry } from '../../core/event-log.ts'

/** Whether the customer may no longer write or call after this entry: blocked, or the account was closed. */
export function losesAccess({ type, data }: Pick<StoredEntry, 'type' | 'data'>): boolean {
  if (type !== 'customer.updated') return false
  const { changes } = data as { changes: CustomerChanges }
  return changes.is_blocked === true || (changes.deactivated_at ?? null) !== null
}

/** Settles the live call of a customer who loses access, so that it does not keep ringing (design 5). Returns how to stop. */
export const settleOnLostAccess = (deps: {
  bus: Bus
  settleLiveCall: (customerId: string) => Promise<void>
  onError: (error: unknown) => void
}): (() => void) =>
  deps.bus.subscribe('log', ({ customer_id: customerId, entries }) => {
    if (entries?.some(losesAccess)) void deps.settleLiveCall(customerId).catch(deps.onError)
  })
