import { createHash, randomBytes } from 'node:crypto'
import type { RecordingProgress, RecordingsComplete } from '@parley/protocol/recording'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { FileStorage } from '../../core/storage/file-storage.ts'
import { folderOf, recordingName } from './recording-names.ts'
import {
  close,
  countOfCall,
  findChunkHash,
  findProgress,
  insertChunk,
  insertRecording,
  lockCall,
  lockProgress,
  markComplete,
  sumsOfCall,
  type OpenRecording,
} from './recording-store.ts'
import { recordingType } from './recording-type.ts'

/** The calls feature's decision for one call and agent. Checked for every chunk, because the browser is not trusted (SPEC C14). */
export type RecordingPermission =
  /** No such call in this organization, or none that this agent answered. */
  | { verdict: 'unknown' }
  | { verdict: 'refused' }
  /** `isLastAgent`: false for a former agent, who has transferred the call. */
  | { verdict: 'allowed'; call: RecordableCall; open: boolean; isLastAgent: boolean }

export interface RecordableCall {
  id: string
  organization_id: string
  customer_id: string
  provider_id: string
  external_id: string
  /** Retention of the recordings in days. */
  recording_days: number
  /** Total time that recording was on. */
  recorded_seconds: number
}

export interface RecordingDeps {
  db: Database
  storage: FileStorage
  clock: Clock
  recordingPermission(organizationId: string, callId: string, agentId: string): Promise<RecordingPermission>
  /** Returns those of the calls that have ended or were deleted. */
  callsOver(callIds: string[]): Promise<string[]>
  /** Called when a recording or a call is complete, and processing should run. */
  onClosed(): void
}

/** Identifies a recording and the agent who uploads it. */
export interface RecordingAddress {
  organizationId: string
  agentId: string
  callId: string
  recordingId: string
}

/** 1 Mbit/s for four and a half hours. The recorder stops at `payload_too_large`. */
const maxRecordingBytes = 2 * 1024 ** 3

/** Total of all recordings of a call: 1 Mbit/s for the longest call of eight hours, in chunks of half a second. */
const maxCallBytes = 4 * 1024 ** 3
const maxCallChunks = 60_000

/**
 * Chunks allowed beyond one per second of recording, for the short last chunks of files and before pauses. A browser produces
 * one chunk per 1.5 s, so any more must have been recorded while recording was off.
 */
const spareChunks = 50

/** A reload, another microphone or another camera starts a new recording. */
const maxRecordingsOfCall = 50

const dayMs = 24 * 3600 * 1000

export type Recordings = ReturnType<typeof createRecordings>

/** Receives recordings chunk by chunk. recording-processing.ts joins and announces them. */
export function createRecordings(deps: RecordingDeps) {
  const { db, storage, clock } = deps

  /**
   * Returns the call if this agent may record it.
   * @throws AppError not_found, recording_not_allowed
   */
  async function permit(at: Pick<RecordingAddress, 'organizationId' | 'callId' | 'agentId'>) {
    const permission = await deps.recordingPermission(at.organizationId, at.callId, at.agentId)
    if (permission.verdict === 'unknown') throw new AppError('not_found')
    if (permission.verdict === 'refused') throw new AppError('recording_not_allowed')
    return permission
  }

  /**
   * Returns the call if this agent may upload a chunk of it now.
   * @throws AppError recording_off while recording is off, and the errors of `permit`
   */
  async function permitChunk(at: RecordingAddress): Promise<RecordableCall> {
    const { call, open } = await permit(at)
    if (!open) throw new AppError('recording_off')
    return call
  }

  /**
   * Stores one chunk; it is on disk when this resolves. Repeating a chunk has no effect.
   * @throws AppError chunk_out_of_order, chunk_conflict, recording_done (also once the call was announced), media_type_not_allowed,
   * payload_too_large when the recording or the call reaches its limit
   */
  async function receiveChunk(
    at: RecordingAddress,
    call: RecordableCall,
    chunk: { seq: number; bytes: Buffer; contentType: string },
  ): Promise<RecordingProgress> {
    const { seq, bytes } = chunk
    const hash = createHash('sha256').update(bytes).digest()
    const known = await findProgress(db, at.recordingId)
    const place = placeOf(
      at,
      known,
      seq,
      bytes.length,
      known && (await findChunkHash(db, known.id, seq)),
      hash,
    )
    if (place !== 'append') return { next: place }
    // Only the first chunk has a header; later ones come from the same recorder.
    const type = seq === 0 ? recordingType(chunk.contentType, bytes) : null

    const now = clock()
    const key = `${folderOf(now)}/${at.recordingId}.${seq}.${randomBytes(6).toString('hex')}`
    await storage.write(key, oneChunk(bytes), bytes.length)
    try {
      const next = await db.transaction().execute(async (trx) => {
        if (type) await begin(trx, at, call, type, now)
        const locked = await lockProgress(trx, at.recordingId)
        // The same chunk may have arrived twice concurrently.
        const first = locked && (await findChunkHash(trx, locked.id, seq))
        const settled = placeOf(at, locked, seq, bytes.length, first, hash)
        if (settled !== 'append') return { repeatOf: settled }
        const sums = await sumsOfCall(trx, call.id)
        const mostChunks = Math.min(maxCallChunks, Math.ceil(call.recorded_seconds) + spareChunks)
        if (sums.bytes + bytes.length > maxCallBytes || sums.chunks >= mostChunks)
          throw new AppError('payload_too_large', {
            detail: 'The recordings of this call have reached the maximum size.',
          })
        const row = { recording_id: at.recordingId, seq, size: bytes.length, hash, storage_key: key }
        await insertChunk(trx, row, timestamp(now))
        return { next: seq + 1 }
      })
      if ('next' in next) return { next: next.next }
      await storage.remove(key)
      return { next: next.repeatOf }
    } catch (error) {
      // Remove the bytes only if the database rejected the row. After a broken connection the row may exist; the sweep decides.
      if (error instanceof AppError) await storage.remove(key)
      throw error
    }
  }

  async function begin(
    trx: Transaction,
    at: RecordingAddress,
    call: RecordableCall,
    type: { mime: string; extension: string },
    now: number,
  ): Promise<void> {
    const { id, organization_id, customer_id, provider_id, external_id, recording_days: days } = call
    const recorded = { call_id: id, organization_id, customer_id, provider_id, external_id }
    const isAnnounced = await lockCall(trx, recorded, timestamp(now))
    // There is one event per call (spec 6): a file that came after it would never be announced.
    if (isAnnounced) throw new AppError('recording_done')
    if ((await countOfCall(trx, id)) >= maxRecordingsOfCall) {
      throw new AppError('recording_not_allowed', {
        detail: `A call has at most ${maxRecordingsOfCall} recordings.`,
      })
    }
    await insertRecording(trx, {
      id: at.recordingId,
      call_id: id,
      organization_id: at.organizationId,
      name: recordingName(now, type.extension),
      mime: type.mime,
      created_at: timestamp(now),
      delete_at: timestamp(now + days * dayMs),
    })
  }

  /**
   * Closes a recording with its final number of chunks.
   * @throws AppError not_found; chunk_out_of_order when some are missing; chunk_conflict when there are more; recording_done
   * when it was closed with another number; and what `permit` throws
   */
  async function finish(at: RecordingAddress, chunks: number): Promise<RecordingProgress> {
    await permit(at)
    await db.transaction().execute(async (trx) => {
      const recording = await lockProgress(trx, at.recordingId)
      if (!recording || isAnothers(recording, at)) throw new AppError('not_found')
      if (recording.state !== 'open') {
        if (recording.chunks !== chunks) throw new AppError('recording_done')
        return
      }
      if (recording.chunks < chunks) throw new AppError('chunk_out_of_order')
      if (recording.chunks > chunks) throw new AppError('chunk_conflict')
      await close(trx, recording.id, timestamp(clock()))
    })
    deps.onClosed()
    return { next: chunks }
  }

  /**
   * The last agent's browser has uploaded everything, so the event need not wait for the upload window. Ignored while the
   * call is live, and from a former agent, whose browser does not know what the last one still has.
   * @throws AppError what `permit` throws
   */
  async function complete(at: Omit<RecordingAddress, 'recordingId'>): Promise<RecordingsComplete> {
    const { call, isLastAgent } = await permit(at)
    const { id } = call
    if ((await deps.callsOver([id])).length === 0) return { complete: false }
    if (!isLastAgent) return { complete: true }
    await markComplete(db, id, timestamp(clock()))
    deps.onClosed()
    return { complete: true }
  }

  return { permitChunk, receiveChunk, finish, complete }
}

const isAnothers = (recording: OpenRecording, at: RecordingAddress): boolean =>
  recording.call_id !== at.callId || recording.organization_id !== at.organizationId

/** Decides whether a chunk is appended. Returns the next expected seq if it is already stored. */
function placeOf(
  at: RecordingAddress,
  recording: OpenRecording | undefined,
  seq: number,
  size: number,
  kept: Buffer | undefined,
  hash: Buffer,
): 'append' | number {
  if (recording === undefined) {
    if (seq > 0) throw new AppError('chunk_out_of_order')
    return 'append'
  }
  if (isAnothers(recording, at)) throw new AppError('not_found')
  if (kept?.equals(hash) === true) return recording.chunks
  if (recording.state !== 'open') throw new AppError('recording_done')
  if (kept !== undefined) throw new AppError('chunk_conflict')
  if (seq !== recording.chunks) throw new AppError('chunk_out_of_order')
  if (recording.bytes + size > maxRecordingBytes) throw new AppError('payload_too_large')
  return 'append'
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
