import { LRUCache } from 'lru-cache'
import { setTimeout as pause } from 'node:timers/promises'
import { atMost } from './cache.ts'
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
/** PostgreSQL ends a session that is idle in a transaction for as long (core/database.ts). */
const staysLockedMs = 60_000
const maxStayingLocked = 1_000

/** What a transaction does when its customer is locked: it throws CustomerLocked and runs again, or waits for the lock. */
export type WhenLocked = 'leave' | { maxWaitMs: number }

/**
 * Limits the transactions of this process. A process that is frozen while it holds customers' locks must not use up the slots of the others:
 * one transaction per locked customer waits in a slot, `maxLockWaits` for all customers, the others without a connection.
 * After one of them has given up, the next ones for the same customer wait briefly: commands of a socket, and retries of a log consumer, run
 * one after another.
 *
 * @param options.maxWaitMs maximum time from finding the customer locked until the transaction gives up
 * @param options.now monotonic, in milliseconds
 */
export function createTransactionSlots({ maxWaitMs = defaultMaxWaitMs, now = () => performance.now() } = {}) {
  const inSlot = createSemaphore(maxTransactions)
  const customers = createKeyedSemaphore(1)
  /** customer -> until when transactions wait briefly */
  const stayingLocked = new LRUCache<string, number>(atMost(maxStayingLocked))
  let lockWaits = 0

  const maxWaitFor = (customerId: string): number =>
    now() < (stayingLocked.get(customerId) ?? 0) ? minLockWaitMs : maxWaitMs

  async function waitForCustomer<T>(
    customerId: string,
    attempt: (whenLocked: WhenLocked) => Promise<T>,
  ): Promise<T> {
    const waitMs = maxWaitFor(customerId)
    const late = AbortSignal.timeout(waitMs)
    const endsAt = now() + waitMs
    const remainingMs = () => Math.max(0, endsAt - now())

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
      const failure = error === late.reason ? new CustomerStaysLocked(error) : error
      if (failure instanceof CustomerStaysLocked) stayingLocked.set(customerId, now() + staysLockedMs)
      throw failure
    }
  }

  return {
    inSlot,
    /** To be called when a transaction has locked the customer. */
    foundFree: (customerId: string) => void stayingLocked.delete(customerId),
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
