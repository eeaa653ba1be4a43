import { setTimeout as sleep } from 'node:timers/promises'
import { coalesceRuns } from '../../core/coalesce.ts'
import { postgresCode } from '../../core/database.ts'
import type { Logger } from '../../core/logger.ts'
import type { PerformAttempt } from './delivery-attempt.ts'
import { maxDoubtfulPerClaim } from './claim-statement.ts'
import type { Wake } from './delivery-hints.ts'
import type { Claimed, DeliveryQueue, Finished, Settled } from './delivery-queue.ts'
import { createDueWebhooks, type Due } from './due-webhooks.ts'
import { storedFailure } from './failure-texts.ts'

/**
 * Sends due deliveries while the process runs:
 *
 *     wake (hint, poll or free capacity) ──> claim ──> concurrent attempts ──> batched results ──> finish ──> wake if others wait
 *
 * Claims after a hint or a result query only the affected webhooks; polls query all. One claim and one finish run at a time; results
 * that arrive meanwhile go into the next batch. A second finish runs concurrently only if a full queue produces results faster than
 * one finish can save them. During a PostgreSQL outage, results stay in memory (at most `maxConcurrent`) and are saved when it is back.
 */
export interface DeliveryWorker {
  start(): void
  /** Claims what is due. Cheap to call often; does nothing before `start` and after `stop`. */
  wake: Wake
  /** Stops claiming, waits up to 10 s for attempts in flight and releases the leases of the others. */
  stop(): Promise<void>
}

export interface WorkerDeps {
  queue: DeliveryQueue
  perform: PerformAttempt
  logger: Logger
  /** Called once for each result the database has accepted. */
  onFinished: (finished: Finished, claimed: Claimed) => void
  onSettled: (settled: Settled) => void
  /** Called if a claim fails because the partition for its attempts is missing. */
  createPartitions: () => Promise<void>
  /** Continues pending cancellations of changed webhooks. */
  cancelMarked: () => Promise<void>
  /** Concurrent attempts of this process. */
  maxConcurrent?: number
  /** How long `stop` waits for attempts in flight (ms). */
  stopTimeoutMs?: number
}

const claimBatchSize = 256
const finishBatchSize = 256
/** Pending results that justify a second concurrent finish (benchmark W1). */
const secondFinishThreshold = 128
const pollIntervalMs = 1000
const reapIntervalMs = 2000
/** Retry delay while the database is unavailable. */
const retryDelayMs = 250
const reportIntervalMs = 5000

export function createDeliveryWorker(deps: WorkerDeps): DeliveryWorker {
  const { queue, perform, logger, maxConcurrent = 2048, stopTimeoutMs = 10_000 } = deps
  const inFlight = new Map<string, Claimed>()
  /** Results not yet saved: pending, or in a running finish. */
  const unsaved = new Map<string, Finished>()
  let pendingResults: Finished[] = []
  let timers: NodeJS.Timeout[] = []
  let running = false
  const dueWebhooks = createDueWebhooks()
  let isClaiming = false
  /** Resolves when the last claim has. */
  let claims = Promise.resolve()
  let activeFinishes = 0
  /** What may keep due deliveries waiting for results: all attempts of this process are in use, or all of a webhook. */
  let isFull = false
  const fullWebhooks = new Set<string>()
  /** Webhooks with results saved during the current claim, which may have counted their leases before. */
  const freedWebhooks = new Set<string>()
  let onIdle: (() => void) | null = null
  /** Set when `stop` has timed out: later results are discarded because the leases are released. */
  let leasesReleased = false
  let reportedAt = -Infinity

  function wake(webhookIds?: readonly string[]): void {
    if (!running) return
    dueWebhooks.add(webhookIds)
    if (!isClaiming) claims = claimDue()
  }

  const freeAttempts = (): number => Math.min(claimBatchSize, maxConcurrent - inFlight.size)

  function nextDue(): Due | null {
    isFull = freeAttempts() <= 0
    return running && !isFull ? dueWebhooks.take() : null
  }

  async function claimDue(): Promise<void> {
    isClaiming = true
    for (let due = nextDue(); due; due = nextDue()) {
      const room = freeAttempts()
      freedWebhooks.clear()
      const claimed = await claim(room, due)
      for (const one of claimed) {
        if (one.fills_webhook) fullWebhooks.add(one.webhook_id)
        if (one.fills_webhook && freedWebhooks.has(one.webhook_id)) dueWebhooks.add([one.webhook_id])
        void attempt(one)
      }
      const doubtful = claimed.filter((one) => one.doubtful).length
      if (claimed.length >= room || doubtful === maxDoubtfulPerClaim)
        dueWebhooks.add(due.kind === 'some' ? due.webhookIds : undefined)
    }
    // Runs synchronously after the last check, so that what becomes due later starts a new run.
    isClaiming = false
  }

  async function claim(room: number, due: Due): Promise<Claimed[]> {
    try {
      return await queue.claim(room, due)
    } catch (error) {
      if (postgresCode(error) === checkViolation)
        await deps.createPartitions().catch(report('create partitions'))
      else report('claim')(error)
      await sleep(retryDelayMs)
      return []
    }
  }

  async function attempt(claimed: Claimed): Promise<void> {
    inFlight.set(claimed.attempt_id, claimed)
    const finished = await perform(claimed).catch((error: unknown) => {
      // A server error, not the receiver's: it does not count as an attempt. After several in a row the delivery is delayed.
      logger.error(
        { err: error, delivery: claimed.delivery_id, webhook: claimed.webhook_id },
        'webhooks: attempt threw',
      )
      return interrupted(claimed)
    })
    if (leasesReleased) return
    pendingResults.push(finished)
    unsaved.set(finished.attempt_id, finished)
    if (activeFinishes === 0 || (activeFinishes === 1 && pendingResults.length >= secondFinishThreshold))
      void finishAll()
  }

  async function finishAll(): Promise<void> {
    activeFinishes += 1
    try {
      while (pendingResults.length > 0) {
        const batch = pendingResults.splice(0, finishBatchSize)
        const settled = await finish(batch)
        if (settled === null) {
          if (leasesReleased) break
          pendingResults.unshift(...batch)
          await sleep(retryDelayMs)
          continue
        }
        const freed: string[] = []
        for (const one of batch) {
          unsaved.delete(one.attempt_id)
          const claimed = inFlight.get(one.attempt_id)
          inFlight.delete(one.attempt_id)
          if (!claimed) continue
          deps.onFinished(one, claimed)
          freedWebhooks.add(claimed.webhook_id)
          if (fullWebhooks.delete(claimed.webhook_id) || one.outcome === 'interrupted')
            freed.push(claimed.webhook_id)
          // A webhook that fails may have one attempt at a time, and others are still in flight.
          if (one.outcome !== 'delivered') fullWebhooks.add(claimed.webhook_id)
        }
        for (const one of settled) deps.onSettled(one)
        if (inFlight.size === 0) onIdle?.()
        if (isFull) wake()
        else if (freed.length > 0) wake(freed)
      }
    } finally {
      // Runs synchronously after the last length check, so results that arrive later start a new run.
      activeFinishes -= 1
    }
  }

  /** Returns null if the database is unavailable and the batch must be retried. */
  async function finish(batch: Finished[]): Promise<Settled[] | null> {
    try {
      return await queue.finish(batch)
    } catch (error) {
      report('finish')(error)
      // Class 22, data exception: one result cannot be stored. Saved one by one so that it does not block the others.
      if (!postgresCode(error)?.startsWith('22')) return null
      const [first, ...others] = batch
      if (!first) return []
      if (others.length === 0) return finishWithoutExchange(first)
      for (const one of batch) {
        const settled = await finish([one])
        // The whole batch is retried: saving a result twice has no effect.
        if (settled === null) return null
        for (const each of settled) deps.onSettled(each)
      }
      return []
    }
  }

  async function finishWithoutExchange(one: Finished): Promise<Settled[] | null> {
    try {
      return await queue.finish([{ ...one, error: notStored, request: null, response: null }])
    } catch (error) {
      report('finish')(error)
      // Still cannot be stored: dropped, its lease expires.
      return postgresCode(error)?.startsWith('22') ? [] : null
    }
  }

  async function reap(): Promise<void> {
    const settled = await queue.reap([...inFlight.keys()])
    for (const one of settled) deps.onSettled(one)
    if (settled.length > 0) wake()
  }

  /** Skips a run while the one before is still in progress. */
  function withoutOverlap(what: string, run: () => Promise<void>): () => void {
    const runs = coalesceRuns(run, report(what))
    return () => {
      if (!runs.isRunning()) void runs.trigger()
    }
  }

  /** Logs at most one error per `reportIntervalMs`: during an outage every attempt to reach the database fails the same way. */
  function report(what: string): (error: unknown) => void {
    return (error) => {
      const now = performance.now()
      if (now - reportedAt < reportIntervalMs) return
      reportedAt = now
      const reason = error instanceof Error ? error.message : String(error)
      logger.warn({ reason, code: postgresCode(error) }, `webhooks: ${what}`)
    }
  }

  return {
    wake,
    start() {
      running = true
      const cancel = withoutOverlap('cancel', deps.cancelMarked)
      timers = [
        setInterval(() => wake(), pollIntervalMs),
        setInterval(withoutOverlap('reap', reap), reapIntervalMs),
        setInterval(cancel, reapIntervalMs),
      ]
      // Cancellations left by a process that crashed.
      cancel()
      wake()
    },
    async stop() {
      running = false
      for (const timer of timers) clearInterval(timer)
      await claims
      if (inFlight.size > 0) {
        const allFinished = new Promise<void>((resolve) => (onIdle = resolve))
        const timeout = new AbortController()
        await Promise.race([
          allFinished,
          sleep(stopTimeoutMs, undefined, { signal: timeout.signal }).catch(() => {}),
        ])
        timeout.abort()
      }
      leasesReleased = true
      const remaining = [...inFlight.values()].map((one) => unsaved.get(one.attempt_id) ?? interrupted(one))
      inFlight.clear()
      pendingResults = []
      if (remaining.length > 0) await finish(remaining)
    },
  }
}

/** check_violation: PostgreSQL reports it if no partition accepts a row. */
const checkViolation = '23514'

const notStored = storedFailure({ code: 'not_stored', detail: null })

const interrupted = ({ delivery_id, attempt_id }: Claimed): Finished => ({
  delivery_id,
  attempt_id,
  outcome: 'interrupted',
  status: null,
  error: null,
  duration_ms: null,
  retry_after: 0,
  request: null,
  response: null,
})
