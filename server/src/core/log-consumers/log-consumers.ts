import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../clock.ts'
import { openDatabase } from '../database.ts'
import { newId } from '../ids.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import { createAnnouncedEntries } from './announced-entries.ts'
import { createConsumerMetrics } from './consumer-metrics.ts'
import { createConsumerRunner, type ConsumerRunner } from './consumer-runner.ts'
import { discover, transactionsBetween } from './discovery.ts'
import { failureReason } from './failure-reason.ts'
import { createInterruptionCheck } from './failover.ts'
import { consumersWithRetries, dueRetries } from './failures.ts'
import { createLeases, shareOut } from './leases.ts'
import { defaultLimits, type ConsumerLimits, type LogConsumer } from './log-consumer.ts'
import { walkLanes } from './owned-ranges.ts'
import { parkedCounts, requeuedEntries } from './parked-entries.ts'
import { createRecentEntries } from './recent-entries.ts'
import { registerConsumer } from './registration.ts'

/** Interval of checks for entries without a hint (ms). */
const discoveryIntervalMs = 500
/** Interval of renewals of the lease, and of checks for retries (ms). */
const leaseIntervalMs = 1000
/** Progress is stored at most so often, in milliseconds: it only shortens what the next owner reads again. */
const saveIntervalMs = 2000
/** How often progress of fewer than `fewTransactions` is stored (ms). A service without load would otherwise write half a gigabyte of WAL a day. */
const idleSaveIntervalMs = 60_000
const fewTransactions = 1000
/** Kept from hints: more than consumers leave behind in a second of the highest load. A few megabytes, at most 30. */
const recentEntries = 8_192

export type LogConsumers = ReturnType<typeof createLogConsumers>

/**
 * Runs durable consumers of the event log (docs/decisions/log-consumers.md). They have connections of their own, enough for each
 * of them and for leases: a slow consumer delays neither requests nor the other consumers.
 */
export function createLogConsumers(deps: {
  databaseUrl: string
  onConnectionLost?: () => void
  bus: Bus
  clock: Clock
  logger: Logger
  metrics: Pick<Metrics, 'registry'>
  consumers: LogConsumer[]
  limits?: Partial<ConsumerLimits>
}) {
  const { bus, clock, logger, consumers } = deps
  const limits = { ...defaultLimits, ...deps.limits }
  // A crash that undoes a commit undoes the consumer's writes and its cursor together: they are made again.
  const database = openDatabase(deps.databaseUrl, {
    connections: consumers.length * walkLanes + 1,
    lookUps: true,
    asyncCommit: true,
    ...(deps.onConnectionLost && { onConnectionLost: deps.onConnectionLost }),
  })
  const { db } = database
  const stopping = new AbortController()
  const recent = createRecentEntries(recentEntries)
  const announced = createAnnouncedEntries()
  const server = createInterruptionCheck(db)
  const leases = createLeases({
    db,
    clock,
    processId: newId(),
    consumers: consumers.map(({ name }) => name),
    leaseMs: limits.leaseMs,
  })
  const figuresOf = createConsumerMetrics(deps.metrics.registry, {
    lags: () => new Map([...runners.values()].map((runner) => [runner.consumer.name, runner.lag()])),
    parked: () => parkedCounts(db),
  })
  const runners = new Map<string, ConsumerRunner>(
    consumers.map((consumer) => [
      consumer.name,
      createConsumerRunner({
        db,
        clock,
        logger,
        consumer,
        limits,
        figures: figuresOf(consumer.name),
        recent,
        signal: stopping.signal,
      }),
    ]),
  )
  let looking: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let stopListening = () => {}
  let renewedAt = -Infinity
  let savedAt = 0
  let allSavedAt = performance.now()
  let isStarted = false

  async function look(): Promise<void> {
    renewedAt = performance.now()
    await shareRanges()
    try {
      await discoverMissed()
    } finally {
      // Discovery reads the entries of all customers: one that cannot be read must not stop their retries.
      await findRetries()
      if (performance.now() - savedAt >= saveIntervalMs) await saveProgress(fewTransactions)
      for (const runner of runners.values()) runner.wake()
    }
  }

  async function lookForMissed(): Promise<void> {
    await discoverMissed()
    for (const runner of runners.values()) runner.wake()
  }

  async function findRetries(): Promise<void> {
    const waiting = await consumersWithRetries({ db, clock })
    for (const { consumer, ranges, due } of runners.values()) {
      const owned = ranges.list()
      if (owned.length === 0) continue
      if (!waiting.has(consumer.name)) {
        due([], [])
        continue
      }
      due(
        await dueRetries({ db, clock }, consumer.name, owned),
        await requeuedEntries({ db, clock }, consumer.name, owned),
      )
    }
  }

  async function shareRanges(): Promise<void> {
    const { kept, surplus, free } = shareOut(leases.processId, await leases.renew())
    if (surplus.length > 0) await saveProgress()
    for (const { consumer, ranges } of runners.values())
      ranges.keepOnly(kept.filter((one) => one.consumer === consumer.name).map(({ range }) => range))
    await leases.release(surplus)
    // A claim may be committed although its response was lost.
    const unheld = kept.filter(({ consumer, range }) => runners.get(consumer)?.ranges.has(range) === false)
    const claims = await leases.claim([...free, ...unheld])
    for (const claimed of claims) {
      const transactions = transactionsBetween(claimed.discovered, claimed.present)
      const walk = transactions < 0 || transactions > limits.discoverableTransactions
      runners.get(claimed.consumer)?.ranges.own(claimed, walk)
    }
    if (claims.length > 0) announced.clear()
  }

  /** Marks what was committed without a hint: by another process, or while the consumer was not running. */
  async function discoverMissed(): Promise<void> {
    const snapshots = new Set([...runners.values()].flatMap(({ ranges }) => [...ranges.snapshots()]))
    const known = announced.next()
    let first: string | undefined
    for (const since of snapshots) {
      const { snapshot, run, missed } = await discover(db, consumers, since, known)
      const interruption = await server.check(run)
      if (interruption === 'failover') return walkAll(snapshot)
      if (interruption === 'restart') return await claimAgain()
      // The earliest serves all, so that next time one query does.
      first ??= snapshot
      for (const { consumer, customerId } of missed) runners.get(consumer)?.found(customerId)
    }
    if (first !== undefined) for (const { ranges } of runners.values()) ranges.discovered(first)
  }

  /** Continues from the stored progress: commits are recovered in order, so all that was handled before it is still there. */
  async function claimAgain(): Promise<void> {
    logger.info('the database was restarted: log consumers repeat what a crash may have undone')
    recent.clear()
    for (const { ranges } of runners.values()) ranges.keepOnly([])
    await shareRanges()
    await discoverMissed()
  }

  function walkAll(present: string): void {
    logger.warn('the database has failed over: log consumers compare all customers with their log')
    recent.clear()
    announced.clear()
    for (const { ranges } of runners.values()) ranges.walkAll(present)
  }

  /** @param minTransactions progress by fewer transactions is stored only if the last time is `idleSaveIntervalMs` ago */
  async function saveProgress(minTransactions = 0): Promise<void> {
    const now = performance.now()
    const savesAll = minTransactions === 0 || now - allSavedAt >= idleSaveIntervalMs
    const made = [...runners.values()].map(({ consumer, ranges }) => ({
      ranges,
      progress: ranges.progress(consumer.name, savesAll ? 0 : minTransactions),
    }))
    await leases.save(
      made.flatMap(({ progress }) => progress),
      server.run(),
    )
    for (const { ranges, progress } of made) ranges.saved(progress)
    savedAt = now
    if (savesAll) allSavedAt = now
  }

  /** One at a time. */
  function lookNext(work = look): Promise<void> {
    looking = looking.then(work).catch((error: unknown) => {
      if (!stopping.signal.aborted) logger.warn({ reason: failureReason(error) }, 'log consumers')
    })
    return looking
  }

  function schedule(): void {
    timer = setTimeout(() => {
      const isLeaseDue = performance.now() - renewedAt >= leaseIntervalMs
      void lookNext(isLeaseDue ? look : lookForMissed).then(() => timer && schedule())
    }, discoveryIntervalMs)
  }

  return {
    /** Registers the consumers that are new. Resolves once this process has its share of ranges. */
    async start(): Promise<void> {
      if (consumers.length === 0) return
      isStarted = true
      for (const consumer of consumers) await registerConsumer(db, consumer)
      stopListening = bus.subscribe('log', (hint) => {
        recent.add(hint)
        announced.add(hint)
        for (const runner of runners.values()) runner.hint(hint)
      })
      await lookNext()
      schedule()
    },
    look: () => lookNext(),
    /** Resolves once everything known is handled. */
    async settled(): Promise<void> {
      for (const runner of runners.values()) await runner.settled()
    },
    /** Waits for batches under way, then hands the ranges to other processes. */
    async stop(): Promise<void> {
      stopListening()
      clearTimeout(timer)
      timer = undefined
      stopping.abort()
      await looking
      for (const runner of runners.values()) await runner.settled()
      try {
        if (isStarted) await saveProgress()
        if (isStarted) await leases.leave()
      } catch (error) {
        logger.warn({ reason: failureReason(error) }, 'log consumers keep their leases until they expire')
      }
      await database.close()
    },
  }
}
