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

/** What calls say about one call and one agent. It is asked for every piece: the browser is not believed (SPEC C14). */
export type RecordingPermission =
  /** Nothing of this organization, or nothing that this agent may know of. */
  { verdict: 'unknown' } | { verdict: 'refused' } | { verdict: 'allowed'; call: RecordableCall }

export interface RecordableCall {
  id: string
  organization_id: string
  customer_id: string
  provider_id: string
  external_id: string
  /** Days until what is recorded of it is deleted. */
  recording_days: number
}

export interface RecordingDeps {
  db: Database
  storage: FileStorage
  clock: Clock
  recordingPermission(organizationId: string, callId: string, agentId: string): Promise<RecordingPermission>
  /** Those of these calls that are over, or are not there any more. */
  callsOver(callIds: string[]): Promise<string[]>
  /** A recording is complete: there is something to be joined. Or a call is: there is something to be told. */
  onClosed(): void
}

/** Whose recording, of which call, and who sends it. */
export interface RecordingAddress {
  organizationId: string
  agentId: string
  callId: string
  recordingId: string
}

/** 1 Mbit/s for four and a half hours. The recorder stops when it is told that there is no more room. */
const maxRecordingBytes = 2 * 1024 ** 3

/** Of all recordings of a call together: 1 Mbit/s for the eight hours that are the longest, in pieces of half a second. */
const maxCallBytes = 4 * 1024 ** 3
const maxCallChunks = 60_000

/** A reload, another microphone or a new camera begin another one. */
const maxRecordingsOfCall = 50

const dayMs = 24 * 3600 * 1000

export type Recordings = ReturnType<typeof createRecordings>

/** How a recording arrives. What becomes of it: recording-work.ts. */
export function createRecordings(deps: RecordingDeps) {
  const { db, storage, clock } = deps

  /**
   * Whether this agent may record this call.
   * @throws AppError not_found, recording_not_allowed
   */
  async function permit(at: Pick<RecordingAddress, 'organizationId' | 'callId' | 'agentId'>) {
    const permission = await deps.recordingPermission(at.organizationId, at.callId, at.agentId)
    if (permission.verdict === 'unknown') throw new AppError('not_found')
    if (permission.verdict === 'refused') throw new AppError('recording_not_allowed')
    return permission.call
  }

  /**
   * Keeps one piece; on disk when this answers. The same piece again changes nothing.
   * @throws AppError chunk_out_of_order, chunk_conflict, recording_done also when the call was told of, media_type_not_allowed, payload_too_large when the
   * recording, or all of the call together, is as long as it may be, and what `permit` throws
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
    // Later pieces are of the same recorder: what the first one says holds.
    const type = seq === 0 ? recordingType(chunk.contentType, bytes) : null

    const now = clock()
    const key = `${folderOf(now)}/${at.recordingId}.${seq}.${randomBytes(6).toString('hex')}`
    await storage.write(key, oneChunk(bytes), bytes.length)
    try {
      const next = await db.transaction().execute(async (trx) => {
        if (type) await begin(trx, at, call, type, now)
        const locked = await lockProgress(trx, at.recordingId)
        // The same piece may have come twice at once.
        const first = locked && (await findChunkHash(trx, locked.id, seq))
        const settled = placeOf(at, locked, seq, bytes.length, first, hash)
        if (settled !== 'append') return { repeatOf: settled }
        const sums = await sumsOfCall(trx, call.id)
        if (sums.bytes + bytes.length > maxCallBytes || sums.chunks >= maxCallChunks)
          throw new AppError('payload_too_large', { detail: 'Of this call there is no more room.' })
        const row = { recording_id: at.recordingId, seq, size: bytes.length, hash, storage_key: key }
        await insertChunk(trx, row, timestamp(now))
        return { next: seq + 1 }
      })
      if ('next' in next) return { next: next.next }
      await storage.remove(key)
      return { next: next.repeatOf }
    } catch (error) {
      // Only what was refused is surely not there: where a connection broke, the row may stand. The sweep finds out.
      if (error instanceof AppError) await storage.remove(key)
      throw error
    }
  }

  async function begin(
    trx: Transaction,
    at: RecordingAddress,
    { recording_days: days, id, ...call }: RecordableCall,
    type: { mime: string; extension: string },
    now: number,
  ): Promise<void> {
    const isTold = await lockCall(trx, { call_id: id, ...call }, timestamp(now))
    // A file that came after the event would be in none: there is one a call (spec 6).
    if (isTold) throw new AppError('recording_done')
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
   * The recorder has stopped, and this many pieces are all.
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
   * The answering agent's browser has sent all that it has of this call. Of one that is over the event need not wait then
   * for what may come late; of one that goes on nothing is kept of that word.
   * @throws AppError what `permit` throws
   */
  async function complete(at: Omit<RecordingAddress, 'recordingId'>): Promise<RecordingsComplete> {
    const { id } = await permit(at)
    if ((await deps.callsOver([id])).length === 0) return { complete: false }
    await markComplete(db, id, timestamp(clock()))
    deps.onClosed()
    return { complete: true }
  }

  return { permit, receiveChunk, finish, complete }
}

const isAnothers = (recording: OpenRecording, at: RecordingAddress): boolean =>
  recording.call_id !== at.callId || recording.organization_id !== at.organizationId

/** Where a piece belongs: at the end, or nowhere because it is there already, with the number of the next one. */
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
