import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Database } from '../database.ts'
import type { LogHint } from '../event-log.ts'
import type { Logger } from '../logger.ts'
import { createBatchHandler, type Handled } from './batch-handler.ts'
import type { ConsumerFigures } from './consumer-metrics.ts'
import { createDirtyCustomers } from './dirty-customers.ts'
import { failureReason } from './failure-reason.ts'
import { batchInterval, concerns, rangeOf, type ConsumerLimits, type LogConsumer } from './log-consumer.ts'
import { createOwnedRanges, type Walk } from './owned-ranges.ts'
import { retryParked, type ParkedKey } from './parked-entries.ts'
import type { RecentEntries } from './recent-entries.ts'
import { customersBehind } from './walk.ts'

/** Delay before the next try when the database cannot be reached, in milliseconds. */
const unavailableMs = 1000

/** Retries between two batches: each is a transaction, and new entries wait meanwhile. */
const duePerBatch = 10

type HintOfConsumer = Pick<LogHint, 'customer_id' | 'entries' | 'outline'>
export type ConsumerRunner = ReturnType<typeof createConsumerRunner>

/**
 * Runs one consumer in this process: coalesces its dirty customers into batches, one at a time. Customers whose range was
 * lost to another process do no harm in a batch that has begun: cursors are locked.
 */
export function createConsumerRunner(deps: {
  db: Database
  clock: Clock
  logger: Logger
  consumer: LogConsumer
  limits: ConsumerLimits
  figures: ConsumerFigures
  recent: RecentEntries
  signal: AbortSignal
}) {
  const { db, clock, logger, consumer, limits, signal } = deps
  const { name } = consumer
  const handler = createBatchHandler(deps)
  const dirty = createDirtyCustomers(clock)
  const ranges = createOwnedRanges(dirty)
  let dueRetries: string[] = []
  let requeued: ParkedKey[] = []
  let customersPerBatch = limits.customers
  let running: Promise<void> | null = null
  let batchStartedAt = 0
  let intervalMs = 0

  const hasWork = () => dirty.size > 0 || dueRetries.length > 0 || requeued.length > 0 || ranges.isWalking()

  function wake(): void {
    if (running || signal.aborted || !hasWork()) return
    running = run().finally(() => {
      running = null
      wake()
    })
  }

  async function run(): Promise<void> {
    let isBacklogged = false
    while (hasWork() && !signal.aborted) {
      const waitMs = isBacklogged ? 0 : batchStartedAt + intervalMs - performance.now()
      if (waitMs > 0 && !(await wait(waitMs))) return
      batchStartedAt = performance.now()
      try {
        await handleDue()
        const isLiveFull = await handleDirty()
        const goesOn = await allSettled(ranges.walks().map(walkOn))
        isBacklogged = isLiveFull || goesOn.includes(true)
      } catch (error) {
        if (signal.aborted) return
        logger.warn({ consumer: name, reason: failureReason(error) }, 'log consumer interrupted')
        await wait(unavailableMs)
      }
    }
  }

  /** Resolves with false when the service stops meanwhile. */
  const wait = (milliseconds: number): Promise<boolean> =>
    setTimeout(milliseconds, true, { signal }).catch(() => false)

  async function handleDue(): Promise<void> {
    for (const customerId of dueRetries.splice(0, duePerBatch)) {
      await handler.retry(customerId)
      dirty.mark(customerId)
    }
    for (const key of requeued.splice(0, duePerBatch)) {
      const result = await retryParked(deps, consumer, key, signal)
      if (result.outcome === 'handled') handler.runAfterCommit(result.afterCommit)
      if (result.outcome === 'postponed')
        logger.warn(
          { consumer: name, ...key, reason: result.reason },
          'requeued entry met a database outage, it is retried',
        )
      if (result.outcome === 'failed')
        logger.error(
          { consumer: name, ...key, reason: result.reason },
          'requeued entry failed, it is parked again',
        )
    }
  }

  /** Returns whether more than a batch was waiting. */
  async function handleDirty(): Promise<boolean> {
    const customerIds = dirty.take(customersPerBatch)
    intervalMs = batchInterval(customerIds.length, limits.batchIntervalMs, consumer.unhurried)
    if (customerIds.length === 0) return false
    try {
      const handled = await handler.handle(customerIds)
      dirty.putBack([...handled.truncated, ...handled.unread, ...handled.busy])
      dirty.done(customerIds)
      const isFull = customerIds.length === customersPerBatch || handled.truncated.length > 0
      adapt(customerIds, handled)
      return isFull
    } catch (error) {
      dirty.putBack(customerIds)
      throw error
    }
  }

  /** Advances a walk by one page. Returns whether it continues. */
  async function walkOn(walk: Walk): Promise<boolean> {
    const max = customersPerBatch
    const customerIds = await customersBehind(db, name, { ...walk, max })
    if (customerIds.length > 0) {
      const handled = await handler.handle(customerIds)
      adapt(customerIds, handled)
      // Those that are not done are found again from where the walk is.
      if (handled.busy.length > 0) return false
      if (handled.truncated.length > 0 || handled.unread.length > 0) return true
    }
    const last = customerIds.at(-1)
    ranges.walked(walk, last === undefined || customerIds.length < max ? null : last)
    return true
  }

  /** Fewer customers at a time while most of them have more entries than fit into a batch. */
  function adapt(customerIds: string[], { truncated, entries }: Handled): void {
    if (truncated.length * 2 > customerIds.length)
      customersPerBatch = Math.max(1, Math.floor(customersPerBatch / 2))
    else if (entries * 2 < limits.entries)
      customersPerBatch = Math.min(limits.customers, customersPerBatch * 2)
  }

  return {
    consumer,
    ranges,
    /** Marks the customer when the announced entries concern this consumer. */
    hint({ customer_id: customerId, entries, outline }: HintOfConsumer): void {
      const announced = entries ?? outline
      if (announced !== undefined && !announced.some((entry) => concerns(consumer, entry))) return
      if (!ranges.has(rangeOf(customerId))) return
      dirty.mark(customerId)
      wake()
    },
    found(customerId: string): void {
      if (ranges.has(rangeOf(customerId))) dirty.mark(customerId)
    },
    due(retries: string[], parked: ParkedKey[]): void {
      dueRetries = retries
      requeued = parked
    },
    wake,
    lag(): { seconds: number; walking: number } {
      const oldest = dirty.oldest()
      return {
        seconds: oldest === undefined ? 0 : Math.max(0, clock() - oldest) / 1000,
        walking: ranges.walks().flatMap((walk) => walk.ranges).length,
      }
    },
    /** Resolves once nothing known is left to handle. */
    async settled(): Promise<void> {
      for (let current = running; current; current = running) await current
    },
  }
}

/** Like Promise.all, but what was begun has ended when it throws. */
async function allSettled<T>(promises: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises)
  return await Promise.all(promises)
}
