import { setTimeout as pause } from 'node:timers/promises'
import { CustomerLocked, CustomerStaysLocked } from './customer-lock.ts'
import { createKeyedSemaphore, createSemaphore } from './semaphore.ts'

/** Leaves a quarter of the pool (core/database.ts) to queries that rules make beside their transaction. */
const maxTransactions = 12
/** Maximum of these that wait for locked customers. */
const maxLockWaits = 6
/** Clients give up after 10 s. */
const defaultMaxWaitMs = 8_000
const minLockWaitMs = 250
const firstRetryDelayMs = 20
const maxRetryDelayMs = 1_000

/** What a transaction does when its customer is locked: it throws CustomerLocked and runs again, or waits for the lock. */
export type WhenLocked = 'leave' | { maxWaitMs: number }

/**
 * Limits the transactions of this process. A process that is frozen while it holds customers' locks must not use up the slots of the others:
 * one transaction per locked customer waits in a slot, `maxLockWaits` for all customers, the others without a connection.
 *
 * @param options.maxWaitMs maximum time from finding the customer locked until the transaction gives up
 */
export function createTransactionSlots({ maxWaitMs = defaultMaxWaitMs } = {}) {
  const inSlot = createSemaphore(maxTransactions)
  const customers = createKeyedSemaphore(1)
  let lockWaits = 0

  async function waitForCustomer<T>(
    customerId: string,
    attempt: (whenLocked: WhenLocked) => Promise<T>,
  ): Promise<T> {
    const late = AbortSignal.timeout(maxWaitMs)
    const endsAt = performance.now() + maxWaitMs
    const remainingMs = () => Math.max(0, endsAt - performance.now())

    async function waitForLock(): Promise<T> {
      lockWaits += 1
      try {
        return await inSlot(
          () => attempt({ maxWaitMs: Math.max(minLockWaitMs, Math.ceil(remainingMs())) }),
          late,
        )
      } finally {
        lockWaits -= 1
      }
    }

    /** While too many transactions wait for locks, looks from time to time whether the customer is free. */
    async function takeTurn(): Promise<T> {
      for (let delayMs = firstRetryDelayMs; ; delayMs = Math.min(delayMs * 2, maxRetryDelayMs)) {
        if (lockWaits < maxLockWaits) return waitForLock()
        await pause(Math.min(delayMs, remainingMs()))
        try {
          return await inSlot(() => attempt('leave'), late)
        } catch (error) {
          if (!(error instanceof CustomerLocked)) throw error
        }
      }
    }

    try {
      return await customers.run(customerId, takeTurn, late)
    } catch (error) {
      throw error === late.reason ? new CustomerStaysLocked(error) : error
    }
  }

  return {
    inSlot,
    /** @throws CustomerStaysLocked */
    async run<T>(attempt: (whenLocked: WhenLocked) => Promise<T>): Promise<T> {
      try {
        return await inSlot(() => attempt('leave'))
      } catch (error) {
        if (!(error instanceof CustomerLocked)) throw error
        return waitForCustomer(error.customerId, attempt)
      }
    },
  }
}
