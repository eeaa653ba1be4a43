import { AppError } from './app-error.ts'
import { createKeyedSemaphore, createSemaphore } from './semaphore.ts'

/** Leaves a quarter of the pool (core/database.ts) to queries that rules make beside their transaction. */
const maxTransactions = 12
/** Maximum of these that wait for locked customers. */
const maxLockWaits = 6
/** Maximum time in the queue for a customer's lock. As long as `lock_timeout`. */
const maxQueueMs = 10_000

/** What a transaction does when its customer is locked: it gives its slot back and runs again, or waits for the lock. */
export type WhenLocked = 'leave' | 'wait'

/** Thrown by a transaction that leaves. */
export class CustomerLocked extends Error {
  readonly customerId: string

  constructor(customerId: string) {
    super('The customer is locked')
    this.customerId = customerId
  }
}

/**
 * Limits the transactions of this process. A process that is frozen while it holds customers' locks must not use up the slots of the others:
 * one transaction per locked customer waits in a slot, `maxLockWaits` for all customers, the others without a connection.
 */
export function createTransactionSlots() {
  const inSlot = createSemaphore(maxTransactions)
  const lockWaits = createSemaphore(maxLockWaits)
  const customers = createKeyedSemaphore(1)

  async function waitForCustomer<T>(customerId: string, transaction: () => Promise<T>): Promise<T> {
    const late = AbortSignal.timeout(maxQueueMs)
    const inLine = () => lockWaits(() => inSlot(transaction), late)
    try {
      return await customers.run(customerId, inLine, late)
    } catch (error) {
      throw error === late.reason ? new AppError('unavailable', { cause: error }) : error
    }
  }

  return {
    inSlot,
    /** @throws AppError unavailable if the customer stays locked */
    async run<T>(transaction: (whenLocked: WhenLocked) => Promise<T>): Promise<T> {
      try {
        return await inSlot(() => transaction('leave'))
      } catch (error) {
        if (!(error instanceof CustomerLocked)) throw error
        return waitForCustomer(error.customerId, () => transaction('wait'))
      }
    },
  }
}
