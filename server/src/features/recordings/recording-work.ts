import type { CallRecordingReady } from '@parley/protocol/call'
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import { timestamp } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { EventLog } from '../../core/event-log.ts'
import type { Logger } from '../../core/logger.ts'
import type { FileStorage } from '../../core/storage/file-storage.ts'
import { filesOfCall } from './file-store.ts'
import { joinPieces } from './join.ts'
import { loggedRecording } from './recording-files.ts'
import { folderOf } from './recording-names.ts'
import type { RecordedCall } from './recording-tables.ts'
import {
  beforeAnyId,
  claimClosed,
  closeSilent,
  findChunks,
  findSilent,
  findUntold,
  joinAfter,
  keepJoined,
  lockUntold,
  markTold,
  type ClosedRecording,
} from './work-store.ts'

export interface RecordingWorkDeps {
  db: Database
  storage: FileStorage
  clock: Clock
  log: EventLog
  logger: Logger
  /** The service stops: what is being joined is left to whoever comes next. */
  signal: AbortSignal
  /** Absolute path of ffmpeg, where there is one. */
  ffmpeg: () => Promise<string | null>
  /** Those of these calls that are over for so long that nothing of them is taken any more, or are not there any more. */
  callsPastUpload(callIds: string[]): Promise<string[]>
  openConversation: (db: Transaction, customerId: string) => Promise<string | null>
  /** After the commit: a call has files that it did not have before. */
  onReady(organizationId: string): void
}

/** Milliseconds. Whoever joins says in between that they are still there; another takes over after that time. */
const lease = 60_000
const leaseRenewal = 20_000
/** After a failure: 10 s, doubled each time, up to this. */
const longestPause = 600_000

/** Milliseconds. A recording that grows is not looked at: nobody asks every second after those of all live calls. */
const silence = 60_000

/** Calls or recordings at one look. */
const batch = 100

/** What becomes of recordings: closed when nothing comes any more, joined, and told of once. Each step can be repeated. */
export function createRecordingWork(deps: RecordingWorkDeps) {
  const { db, storage, clock, logger, signal } = deps

  async function closeAbandoned(): Promise<void> {
    const since = timestamp(clock() - silence)
    // To the last one: those of calls that go on stay, however many, and must keep no other call waiting.
    for (let after: string | undefined = beforeAnyId; after !== undefined;) {
      const silent: { id: string; call_id: string }[] = await findSilent(db, since, after, batch)
      const shut = new Set(await deps.callsPastUpload([...new Set(silent.map((one) => one.call_id))]))
      const ids = silent.filter((one) => shut.has(one.call_id)).map((one) => one.id)
      if (ids.length > 0) await closeSilent(db, ids, since, timestamp(clock()))
      after = silent.length < batch ? undefined : silent.at(-1)?.id
    }
  }

  /** false: nothing is due. */
  async function joinNext(): Promise<boolean> {
    const now = clock()
    const recording = await claimClosed(db, timestamp(now), timestamp(now + lease))
    if (!recording) return false
    const stay = setInterval(() => {
      joinAfter(db, recording.id, timestamp(clock() + lease)).catch(() => {})
    }, leaseRenewal)
    try {
      await join(recording)
    } catch (error) {
      if (!signal.aborted)
        logger.error({ err: error, recording_id: recording.id }, 'a recording could not be joined')
      const pause = Math.min(longestPause, 10_000 * 2 ** Math.min(recording.attempts - 1, 10))
      await joinAfter(db, recording.id, timestamp(clock() + pause))
    } finally {
      clearInterval(stay)
    }
    return true
  }

  async function join({ id, mime }: ClosedRecording): Promise<void> {
    const pieces = await findChunks(db, id)
    const key = `${folderOf(clock())}/${id}.${randomBytes(6).toString('hex')}`
    const joined = await joinPieces({ storage, ffmpeg: await deps.ffmpeg(), signal }, { mime, key }, pieces)
    const file = typeof joined === 'object' ? { storage_key: key, ...joined } : null
    if (joined === 'gone')
      logger.error({ recording_id: id }, 'the pieces of a recording are gone from the storage')
    if (await keepJoined(db, id, file)) {
      for (const piece of pieces) await storage.remove(piece.storage_key)
    } else if (file) await storage.remove(key)
  }

  /**
   * Of calls of which nothing more can come: the agent's browser has said so, or the time for what comes late is over. There
   * is one event a call (spec 6), and a file that came after it would be in none: waiting loses the least.
   */
  async function tellComplete(): Promise<void> {
    for (let after: string | undefined = beforeAnyId; after !== undefined;) {
      const untold: (RecordedCall & { complete_at: string | null })[] = await findUntold(db, after, batch)
      const shut = new Set(await deps.callsPastUpload(untold.map((call) => call.call_id)))
      for (const { complete_at: complete, ...call } of untold)
        if (complete !== null || shut.has(call.call_id)) await tellOrReport(call)
      after = untold.length < batch ? undefined : untold.at(-1)?.call_id
    }
  }

  /** One that cannot be told keeps no other waiting: it is tried again at the next look. */
  async function tellOrReport(call: RecordedCall): Promise<void> {
    try {
      await tell(call)
    } catch (error) {
      logger.error({ err: error, call_id: call.call_id }, 'a recording could not be announced')
    }
  }

  /** call.recording_ready, exactly (spec 6), once a call. */
  async function tell(call: RecordedCall): Promise<void> {
    const { call_id: id, organization_id: organizationId, ...who } = call
    const told = await deps.log.transact(async (tx) => {
      const head = await tx.lock(organizationId, who.customer_id)
      if (!(await lockUntold(tx.db, id))) return false
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
      }
      await markTold(tx.db, id, tx.now)
      return true
    })
    if (told) deps.onReady(organizationId)
  }

  /** Everything that is due. */
  return async function work(): Promise<void> {
    await closeAbandoned()
    await tellComplete()
    // Told between two joins, of which each may take long.
    while (!signal.aborted && (await joinNext())) await tellComplete()
  }
}
