import { setTimeout as pause } from 'node:timers/promises'
import { createKeyedSemaphore, createSemaphore } from './semaphore.ts'

/** Leaves a quarter of the pool (core/database.ts) to queries that rules make beside their transaction. */
const maxTransactions = 12
/** Maximum of these that wait for locked customers. */
const maxLockWaits = 6
/** Clients give up after 10 s. */
const defaultMaxWaitMs = 8_000
const minLockTimeoutMs = 250
const firstRetryDelayMs = 20
const maxRetryDelayMs = 1_000

/** What a transaction does when its customer is locked: it throws CustomerLocked and runs again, or waits for the lock. */
export type WhenLocked = 'leave' | { lockTimeoutMs: number }

export class CustomerLocked extends Error {
  readonly customerId: string

  constructor(customerId: string) {
    super('The customer is locked')
    this.customerId = customerId
  }
}

/** An outage (core/expected-error.ts) like PostgreSQL's lock_not_available, so that background work is repeated. */
class CustomerStaysLocked extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * Limits the transactions of this process. A process that is frozen while it holds customers' locks must not use up the slots of the others:
 * one transaction per locked customer waits in a slot, `maxLockWaits` for all customers, the others without a connection.
 *
 * @param options.maxWaitMs from finding the customer locked to the transaction's last attempt to have the lock
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
          () => attempt({ lockTimeoutMs: Math.max(minLockTimeoutMs, Math.ceil(remainingMs())) }),
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
      throw error === late.reason
        ? new CustomerStaysLocked('The customer stays locked', { cause: error })
        : error
    }
  }

  return {
    /** @throws an outage if the customer stays locked */
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
