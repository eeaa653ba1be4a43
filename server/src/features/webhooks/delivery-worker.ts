import { setTimeout as pause } from 'node:timers/promises'
import { coalesceRuns } from '../../core/coalesce.ts'
import { postgresCode } from '../../core/database.ts'
import type { Logger } from '../../core/logger.ts'
import type { PerformAttempt } from './delivery-attempt.ts'
import { doubtfulTogether } from './claim-statement.ts'
import type { Claimed, DeliveryQueue, Finished, Settled } from './delivery-queue.ts'
import { storedFailure } from './failure-words.ts'

/**
 * Sends what is due, as long as the process lives:
 *
 *     wake (hint, poll, or room again) ──> claim ──> attempts, side by side ──> ends gathered ──> finish ──> wake
 *
 * One claim and one finish are on their way at a time; what ends meanwhile goes into the next. Only when a full queue lets more
 * end than one finish can carry a second one goes beside it. While PostgreSQL is away ends wait in memory, bounded by what
 * may be under way, and are written when it is back.
 */
export interface DeliveryWorker {
  start(): void
  /** Something is due. Cheap to call often; nothing happens before the start and after the stop. */
  wake(): void
  /** Claims nothing more, lets attempts end for up to 10 s, and hands back the leases of the others. */
  stop(): Promise<void>
}

export interface WorkerDeps {
  queue: DeliveryQueue
  perform: PerformAttempt
  logger: Logger
  /** Called once for each attempt that ended and counted for something. */
  onFinished: (finished: Finished, claimed: Claimed) => void
  onSettled: (settled: Settled) => void
  /** Called before the first claim, and when a claim finds no place for its attempts (no day was made). */
  makeRoomForAttempts: () => Promise<void>
  /** Goes on with what a change of a webhook left to be cancelled. */
  cancelMarked: () => Promise<void>
  /** Attempts under way at once in this process. */
  atOnce?: number
  /** How long a stop waits for what is under way, in milliseconds. */
  patience?: number
}

const claimedTogether = 256
const finishedTogether = 256
/** Ends that wait while a finish is on its way: from so many on a second one is worth it (W1). */
const worthASecond = 128
const pollEvery = 1000
const reapEvery = 2000
/** Between two tries while the database does not answer. */
const breath = 250
const reportEvery = 5000

export function createDeliveryWorker(deps: WorkerDeps): DeliveryWorker {
  const { queue, perform, logger, atOnce = 2048, patience = 10_000 } = deps
  const underWay = new Map<string, Claimed>()
  /** Not written yet: what waits for a finish, and what is on its way in one. */
  const unwritten = new Map<string, Finished>()
  let ended: Finished[] = []
  let timers: NodeJS.Timeout[] = []
  let working = false
  let claiming: Promise<void> | null = null
  let finishes = 0
  let askedAgain = false
  let idle: (() => void) | null = null
  /** After the stop: what still ends is nobody's here any more. */
  let handedBack = false
  let reportedAt = -Infinity

  function wake(): void {
    if (!working) return
    if (claiming) askedAgain = true
    else claiming = claimAll().finally(() => (claiming = null))
  }

  async function claimAll(): Promise<void> {
    do {
      askedAgain = false
      if (!working) return
      const room = Math.min(claimedTogether, atOnce - underWay.size)
      if (room <= 0) return
      const claimed = await claim(room)
      for (const one of claimed) void attempt(one)
      const doubtful = claimed.filter((one) => one.doubtful).length
      if (claimed.length >= room || doubtful === doubtfulTogether) askedAgain = true
    } while (askedAgain)
  }

  async function claim(room: number): Promise<Claimed[]> {
    try {
      return await queue.claim(room)
    } catch (error) {
      if (postgresCode(error) === noPartition) await deps.makeRoomForAttempts().catch(report('attempt days'))
      else report('claim')(error)
      await pause(breath)
      return []
    }
  }

  async function attempt(claimed: Claimed): Promise<void> {
    underWay.set(claimed.attempt_id, claimed)
    const finished = await perform(claimed).catch((error: unknown) => {
      // Ours, not the receiver's: nobody's attempt is used up, and after several the delivery rests.
      logger.error({ err: error, delivery: claimed.delivery_id }, 'attempt broke')
      return interrupted(claimed)
    })
    if (handedBack) return
    ended.push(finished)
    unwritten.set(finished.attempt_id, finished)
    if (finishes === 0 || (finishes === 1 && ended.length >= worthASecond)) void finishAll()
  }

  async function finishAll(): Promise<void> {
    finishes += 1
    try {
      while (ended.length > 0) {
        const batch = ended.splice(0, finishedTogether)
        const settled = await finish(batch)
        if (settled === null) {
          if (handedBack) break
          ended.unshift(...batch)
          await pause(breath)
          continue
        }
        for (const one of batch) {
          unwritten.delete(one.attempt_id)
          const claimed = underWay.get(one.attempt_id)
          underWay.delete(one.attempt_id)
          if (claimed) deps.onFinished(one, claimed)
        }
        for (const one of settled) deps.onSettled(one)
        if (underWay.size === 0) idle?.()
        wake()
      }
    } finally {
      // In the same step as the last look at what has ended: what ends after it begins another one.
      finishes -= 1
    }
  }

  /** null: the database did not take it; again in a moment. */
  async function finish(batch: Finished[]): Promise<Settled[] | null> {
    try {
      return await queue.finish(batch)
    } catch (error) {
      report('finish')(error)
      // Data that it cannot store is one delivery's; the others must not wait for ever behind it.
      if (!postgresCode(error)?.startsWith('22')) return null
      const [first, ...others] = batch
      if (!first) return []
      if (others.length === 0) return finishBare(first)
      for (const one of batch) {
        const settled = await finish([one])
        // All of them again: those that were taken change nothing the second time.
        if (settled === null) return null
        for (const each of settled) deps.onSettled(each)
      }
      return []
    }
  }

  async function finishBare(one: Finished): Promise<Settled[] | null> {
    try {
      return await queue.finish([{ ...one, error: notStored, request: null, response: null }])
    } catch (error) {
      report('finish')(error)
      // What not even so can be stored is let go: its lease runs out.
      return postgresCode(error)?.startsWith('22') ? [] : null
    }
  }

  async function reap(): Promise<void> {
    const settled = await queue.reap([...underWay.keys()])
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

  /** While the database is away every try fails the same way: one line in five seconds says it. */
  function report(what: string): (error: unknown) => void {
    return (error) => {
      const now = performance.now()
      if (now - reportedAt < reportEvery) return
      reportedAt = now
      const reason = error instanceof Error ? error.message : String(error)
      logger.warn({ reason, code: postgresCode(error) }, `webhooks: ${what}`)
    }
  }

  return {
    wake,
    start() {
      working = true
      const cancel = withoutOverlap('cancel', deps.cancelMarked)
      timers = [
        setInterval(wake, pollEvery),
        setInterval(withoutOverlap('reap', reap), reapEvery),
        setInterval(cancel, reapEvery),
      ]
      // What a process left that died.
      cancel()
      wake()
    },
    async stop() {
      working = false
      for (const timer of timers) clearInterval(timer)
      await claiming
      if (underWay.size > 0) {
        const allEnded = new Promise<void>((resolve) => (idle = resolve))
        const over = new AbortController()
        await Promise.race([allEnded, pause(patience, undefined, { signal: over.signal }).catch(() => {})])
        over.abort()
      }
      handedBack = true
      const left = [...underWay.values()].map((one) => unwritten.get(one.attempt_id) ?? interrupted(one))
      underWay.clear()
      ended = []
      if (left.length > 0) await finish(left)
    },
  }
}

/** check_violation: how PostgreSQL says that no partition takes a row. */
const noPartition = '23514'

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
