import type { CallRecordingReady } from '@parley/protocol/call'
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import { timestamp } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { EventLog } from '../../core/event-log.ts'
import type { Logger } from '../../core/logger.ts'
import type { FileStorage } from '../../core/storage/file-storage.ts'
import { removeFiles } from '../../core/storage/removals.ts'
import { filesOfCall } from './recording-file-store.ts'
import { joinChunks } from './join.ts'
import { loggedRecording } from './recording-files.ts'
import { folderOf } from './recording-names.ts'
import type { RecordedCall } from './recording-tables.ts'
import {
  beforeAnyId,
  capAttempts,
  claimClosed,
  closeSilent,
  findChunks,
  findSilent,
  findUnannounced,
  joinAfter,
  keepJoined,
  keepUntil,
  lockUnannounced,
  markAnnounced,
  type ClosedRecording,
} from './processing-store.ts'

export interface RecordingProcessingDeps {
  db: Database
  storage: FileStorage
  clock: Clock
  log: EventLog
  logger: Logger
  /** Aborted when the service stops: an unfinished join is left to the next worker. */
  signal: AbortSignal
  /** Throws when the storage is not that of this database. */
  confirmFiles: () => Promise<void>
  /** Absolute path of ffmpeg; null if it is not installed. */
  ffmpeg: () => Promise<string | null>
  /** Returns those of the calls that are past their upload window or deleted. */
  callsPastUpload(callIds: string[]): Promise<string[]>
  openConversation: (db: Transaction, customerId: string) => Promise<string | null>
  /** Called after the commit that made a call's recordings available. */
  onReady(organizationId: string): void
}

/** A worker renews its lease while it joins; another takes over after it expires. */
const leaseMs = 60_000
const leaseRenewalMs = 20_000
const firstRetryDelayMs = 10_000
const maxRetryDelayMs = 600_000
/** From here on the delay does not grow. */
const attemptsToMaxDelay = 7
/** About 20 hours. After that a chunk that cannot be read ends its file: the event waits for it, and recordings can expire after a day. */
const attemptsWithAllChunks = 120

/** A recording counts as abandoned only after this long without a chunk, so that live recordings are not polled. */
const silenceMs = 60_000

/** Links are valid for 24 hours from each of three attempts of a delivery, which are up to an hour apart (spec 2.5 and 8). */
const keptAfterEventMs = 27 * 3600 * 1000

const batchSize = 100

/** Files removed before the next look for due work: each removal from S3 is a request. */
const removalBatchSize = 100

/** Bounds the keys in memory while many recordings are due. The hourly removal takes the others. */
const maxUnneeded = 10_000

/** Closes abandoned recordings, joins their chunks and announces them once per call. Every step is idempotent. */
export function createRecordingProcessing(deps: RecordingProcessingDeps) {
  const { db, storage, clock, logger, signal } = deps

  async function closeAbandoned(): Promise<void> {
    const since = timestamp(clock() - silenceMs)
    // Pages to the end: recordings of live calls stay open and must not block the ones behind them.
    for (let after: string | undefined = beforeAnyId; after !== undefined;) {
      const silent: { id: string; call_id: string }[] = await findSilent(db, since, after, batchSize)
      const shut = new Set(await deps.callsPastUpload([...new Set(silent.map((one) => one.call_id))]))
      const ids = silent.filter((one) => shut.has(one.call_id)).map((one) => one.id)
      if (ids.length > 0) await closeSilent(db, ids, since, timestamp(clock()))
      after = silent.length < batchSize ? undefined : silent.at(-1)?.id
    }
  }

  /** Returns the keys of files that are no longer needed; undefined if nothing is due. */
  async function joinNext(): Promise<string[] | undefined> {
    const recording = await claimClosed(db, databaseNow(clock), leaseMs)
    if (!recording) return undefined
    const renewal = setInterval(() => {
      joinAfter(db, recording.id, databaseNow(clock), leaseMs).catch(() => {})
    }, leaseRenewalMs)
    try {
      return await join(recording)
    } catch (error) {
      if (!signal.aborted)
        logger.error({ err: error, recording_id: recording.id }, 'a recording could not be joined')
      const retryDelayMs = Math.min(
        maxRetryDelayMs,
        firstRetryDelayMs * 2 ** Math.min(recording.attempts - 1, 10),
      )
      if (!signal.aborted && !(await isStorageThere()))
        await capAttempts(db, recording.id, attemptsToMaxDelay)
      await joinAfter(db, recording.id, databaseNow(clock), retryDelayMs)
      return []
    } finally {
      clearInterval(renewal)
    }
  }

  const isStorageThere = () =>
    deps.confirmFiles().then(
      () => true,
      () => false,
    )

  /** Returns the keys of the chunks, to be removed. */
  async function join({ id, mime, attempts }: ClosedRecording): Promise<string[]> {
    const chunks = await findChunks(db, id)
    const key = `${folderOf(clock())}/${id}.${randomBytes(6).toString('hex')}`
    const joined = await joinChunks(
      {
        storage,
        ffmpeg: await deps.ffmpeg(),
        signal,
        logger,
        ...(attempts > attemptsWithAllChunks && { confirmFiles: deps.confirmFiles }),
      },
      { mime, key },
      chunks,
    )
    const file = typeof joined === 'object' ? { storage_key: key, ...joined } : null
    if (joined === 'missing') {
      // A volume that is not mounted must not cost the recording.
      await deps.confirmFiles()
      logger.error({ recording_id: id }, 'the chunks of a recording are missing from storage')
    }
    if (await keepJoined(db, id, file, timestamp(clock()))) return chunks.map((chunk) => chunk.storage_key)
    if (file) await storage.remove(key)
    return []
  }

  /**
   * Announces calls that can receive no more chunks: the agent's browser said it is done, or the upload window is over. There is
   * one event per call (spec 6), so a file that came after it would never be announced.
   */
  async function announceComplete(): Promise<void> {
    for (let after: string | undefined = beforeAnyId; after !== undefined;) {
      const unannounced: (RecordedCall & { complete_at: string | null })[] = await findUnannounced(
        db,
        after,
        batchSize,
      )
      const shut = new Set(await deps.callsPastUpload(unannounced.map((call) => call.call_id)))
      for (const { complete_at: complete, ...call } of unannounced)
        if (complete !== null || shut.has(call.call_id)) await announceOrReport(call)
      after = unannounced.length < batchSize ? undefined : unannounced.at(-1)?.call_id
    }
  }

  /** A failure does not delay other calls; the next run retries it. */
  async function announceOrReport(call: RecordedCall): Promise<void> {
    try {
      await announce(call)
    } catch (error) {
      logger.error({ err: error, call_id: call.call_id }, 'a recording could not be announced')
    }
  }

  /** Appends call.recording_ready (spec 6), once per call. */
  async function announce(call: RecordedCall): Promise<void> {
    const { call_id: id, organization_id: organizationId, ...who } = call
    const announced = await deps.log.transact(async (tx) => {
      const head = await tx.lock(organizationId, who.customer_id)
      if (!(await lockUnannounced(tx.db, id))) return false
      const files = await filesOfCall(tx.db, organizationId, id)
      if (head && files.length > 0) {
        const data: CallRecordingReady = { id, ...who, recordings: files.map(loggedRecording) }
        tx.append(head, [
          {
            type: 'call.recording_ready',
            audience: 'agents',
            conversation_id: await deps.openConversation(tx.db, who.customer_id),
            actor: { type: 'system' },
            data,
          },
        ])
        await keepUntil(tx.db, id, timestamp(Date.parse(tx.now) + keptAfterEventMs))
      }
      await markAnnounced(tx.db, id, tx.now)
      return true
    })
    if (announced) deps.onReady(organizationId)
  }

  /**
   * Removes the first of the files, because the thousands of chunks of a long recording must not delay joins and announcements. After a
   * failure the hourly removal takes them all.
   */
  async function removeBatch(keys: string[]): Promise<void> {
    try {
      await removeFiles(deps, keys.splice(0, removalBatchSize), signal)
    } catch (error) {
      keys.length = 0
      logger.error({ err: error }, 'the chunks of joined recordings could not be removed')
    }
  }

  /** Processes everything that is due. */
  return async function work(): Promise<void> {
    const unneeded: string[] = []
    do {
      await closeAbandoned()
      await announceComplete()
      while (!signal.aborted) {
        const chunkKeys = await joinNext()
        if (chunkKeys === undefined) break
        for (const key of chunkKeys) if (unneeded.length < maxUnneeded) unneeded.push(key)
        // Announce between joins, because each join can take long.
        await announceComplete()
        await removeBatch(unneeded)
      }
      await removeBatch(unneeded)
    } while (unneeded.length > 0 && !signal.aborted)
  }
}
