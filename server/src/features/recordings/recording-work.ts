import type { CallRecordingReady } from '@parley/protocol/call'
import { recordingIdleSeconds } from '@parley/protocol/recording'
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
  /** Those of these calls that are over, or are not there any more. */
  callsOver(callIds: string[]): Promise<string[]>
  openConversation: (db: Transaction, customerId: string) => Promise<string | null>
  /** After the commit: a call has files that it did not have before. */
  onReady(organizationId: string): void
}

/** Milliseconds. Whoever joins says in between that they are still there; another takes over after that time. */
const lease = 60_000
const leaseRenewal = 20_000
/** After a failure: 10 s, doubled each time, up to this. */
const longestPause = 600_000

/** Calls or recordings at one look. */
const batch = 100

/** What becomes of recordings: closed when nothing comes any more, joined, and told of once. Each step can be repeated. */
export function createRecordingWork(deps: RecordingWorkDeps) {
  const { db, storage, clock, logger, signal } = deps

  async function closeAbandoned(): Promise<void> {
    const since = timestamp(clock() - recordingIdleSeconds * 1000)
    // To the last one: those of calls that go on stay, however many, and must keep no other call waiting.
    for (let after: string | undefined = beforeAnyId; after !== undefined;) {
      const silent: { id: string; call_id: string }[] = await findSilent(db, since, after, batch)
      const over = new Set(await deps.callsOver([...new Set(silent.map((one) => one.call_id))]))
      const ids = silent.filter((one) => over.has(one.call_id)).map((one) => one.id)
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
    if (!joined) logger.error({ recording_id: id }, 'the pieces of a recording are gone from the storage')
    if (await keepJoined(db, id, joined && { storage_key: key, ...joined })) {
      for (const piece of pieces) await storage.remove(piece.storage_key)
    } else if (joined) await storage.remove(key)
  }

  async function tellComplete(): Promise<void> {
    for (let after: string | undefined = beforeAnyId; after !== undefined;) {
      const untold: RecordedCall[] = await findUntold(db, after, batch)
      const over = new Set(await deps.callsOver(untold.map((call) => call.call_id)))
      for (const call of untold) if (over.has(call.call_id)) await tellOrReport(call)
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
