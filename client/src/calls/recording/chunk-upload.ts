import type { ErrorCode } from '@parley/protocol/error'
import type { Platform } from '../../browser/platform.ts'
import type { Store } from '../../state/store.ts'
import type { ChunkStorage, StoredRecording } from './chunk-storage.ts'
import { createPendingCount, type PendingUploads } from './pending-uploads.ts'
import { createUploadRetries } from './upload-retries.ts'

/**
 * Why a recording ended before its recorder did:
 *
 *   forbidden   the server accepts no recording of this call from here
 *   broken      this file cannot be continued; another one may succeed
 *   full        local storage is full and the upload does not keep up: the chunk is lost, and with it the rest
 */
export type EarlyEnd = 'forbidden' | 'broken' | 'full'

export interface ChunkUploaderOptions {
  platform: Platform
  storage: ChunkStorage
  organizationId: string
  owner: string
  /** The recording ended early. Its acknowledged chunks are still a valid file. */
  onEarlyEnd: (id: string, reason: EarlyEnd) => void
}

/** The upload of one recording. */
export interface ChunkUpload {
  /** Adds recorded bytes, split into chunks of at most `maxChunkBytes`. */
  add: (bytes: ArrayBuffer) => Promise<void>
  /** The recorder stops: its last bytes follow. */
  stopping: () => void
  /** No more bytes follow. */
  finish: () => void
}

export interface ChunkUploader {
  pending: Store<PendingUploads>
  start: (recording: Pick<StoredRecording, 'id' | 'call_id' | 'mime'>) => ChunkUpload
  /** The call has ended. Reports its recordings as complete once all are uploaded. */
  callEnded: (callId: string) => void
  /** Resumes uploads of closed pages. Those of other open pages follow if they are closed first. */
  resume: () => Promise<void>
  /** Stops uploading; the next page resumes. */
  close: () => void
}

/** Limit of the server's PUT route. */
const maxChunkBytes = 4 * 1024 * 1024
/** How long chunks of an earlier page are kept. The server accepts them for ten minutes after the call (`recordingLateSeconds`). */
const maxChunkAgeMs = 24 * 3_600_000

/** Errors that a retry cannot resolve, with their consequence. */
const permanentErrors: Partial<Record<ErrorCode, EarlyEnd>> = {
  recording_not_allowed: 'forbidden',
  not_found: 'forbidden',
  forbidden: 'forbidden',
  recording_done: 'broken',
  chunk_conflict: 'broken',
  chunk_out_of_order: 'broken',
  payload_too_large: 'broken',
  unsupported_media_type: 'broken',
  media_type_not_allowed: 'broken',
  invalid_request: 'broken',
}
const isPermanent = (code: ErrorCode) => code in permanentErrors

export function createChunkUploader(options: ChunkUploaderOptions): ChunkUploader {
  const { platform, storage, organizationId, owner } = options
  const pending = createPendingCount()
  const { send, read, isClosed, close } = createUploadRetries(platform)
  /** Recordings of this page, and those that it has found in storage. */
  const known = new Set<string>()
  let isResuming = false
  /** Recordings that accept no more chunks. */
  const closedRecordings = new Set<string>()
  /** Recordings not fully uploaded yet, by call. */
  const unfinished = new Map<string, Set<string>>()
  /** Calls that have ended here. */
  const endedCalls = new Set<string>()
  /** Calls with recordings of earlier pages. They may have ended. */
  const inheritedCalls = new Set<string>()

  const recordingsOf = (callId: string) => `/v1/organizations/${organizationId}/calls/${callId}/recordings`
  const addressOf = ({ id, call_id }: StoredRecording) => `${recordingsOf(call_id)}/${id}`

  /**
   * Uploads chunks in order. `waitForMore` waits for the next one and returns whether more may follow. `mayGiveUp`: a chunk
   * that cannot be read for minutes ends the file.
   */
  async function uploadChunks(
    recording: StoredRecording,
    from: number,
    waitForMore: () => Promise<boolean>,
    mayGiveUp: () => boolean,
  ): Promise<void> {
    const { id, mime } = recording
    let next = from
    let forgetting = Promise.resolve()
    for (;;) {
      while (next < recording.count) {
        const bytes = await read(() => storage.read(id, next), mayGiveUp)
        if (isClosed()) return
        const request = { method: 'PUT', headers: { 'content-type': mime }, body: bytes ?? null }
        const path = `${addressOf(recording)}/chunks/${next}`
        const code = bytes ? await send(path, request, isPermanent) : null
        if (isClosed()) return
        if (!bytes || code) {
          abandon(id, (code && permanentErrors[code]) ?? 'broken')
          return end(recording, next)
        }
        pending.add(id, -1, -bytes.byteLength)
        forgetting = storage.acknowledged(id, next)
        next++
      }
      const mayFollow = await waitForMore()
      if (!mayFollow && next >= recording.count) break
    }
    // A page that is left after the end would make the next one send chunks of a finished file again.
    await forgetting
    await end(recording, recording.count)
  }

  /** Finishes the file after `chunks` acknowledged chunks. */
  async function end(recording: StoredRecording, chunks: number) {
    const { id, call_id } = recording
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify({ chunks }) }
    if (chunks > 0) await send(`${addressOf(recording)}/finish`, request, isPermanent)
    unfinished.get(call_id)?.delete(id)
    await complete(call_id)
    if (!isClosed()) await storage.drop(id)
  }

  /** Discards the rest of a recording. */
  function abandon(id: string, reason: EarlyEnd) {
    // First, because chunks may arrive during the discard.
    closedRecordings.add(id)
    pending.discard(id)
    options.onEarlyEnd(id, reason)
  }

  /** Reports that no more recordings of a call follow. The server delays its event until then. */
  async function complete(callId: string): Promise<void> {
    const isComplete = () =>
      unfinished.get(callId)?.size === 0 && (endedCalls.has(callId) || inheritedCalls.has(callId))
    // The earlier page may have begun other files since this one has looked for them.
    if (isComplete() && inheritedCalls.has(callId)) await takeOver(() => false)
    if (!isComplete()) return
    // Ended here, but not yet on the server: retried. A call that continues is reported at its end.
    const isFinal = (code: ErrorCode) =>
      isPermanent(code) || (code === 'call_live' && !endedCalls.has(callId))
    const code = await send(`${recordingsOf(callId)}/complete`, { method: 'POST' }, isFinal)
    if (code !== 'call_live') unfinished.delete(callId)
  }

  /** Runs `run` while no other page uploads this recording. */
  function upload({ id, call_id }: StoredRecording, run: () => Promise<void>) {
    known.add(id)
    unfinished.set(call_id, (unfinished.get(call_id) ?? new Set()).add(id))
    void platform.exclusively(`parley recording ${id}`, run)
  }

  /** Uploads the recordings in storage that this page does not know yet, each once the page that uploads it is closed. */
  async function takeOver(mayGiveUp: () => boolean) {
    for (const recording of (await read(storage.recordings, mayGiveUp)) ?? []) {
      const { id, began } = recording
      if (known.has(id)) continue
      // Also those of agents who may never return.
      if (platform.now() - began > maxChunkAgeMs) await storage.drop(id)
      else if (recording.owner === owner) upload(recording, () => uploadStored(recording))
    }
  }

  /** Uploads a recording of an earlier page. */
  async function uploadStored({ id, call_id }: StoredRecording) {
    const never = () => false
    const found = await read(storage.recordings, never)
    if (isClosed()) return
    const stored = found?.find((one) => one.id === id)
    // Another page has finished the upload meanwhile.
    if (!stored) {
      unfinished.get(call_id)?.delete(id)
      return complete(call_id)
    }
    inheritedCalls.add(call_id)
    const first = (await read(() => storage.first(stored), never)) ?? stored.count
    for (let seq = first; seq < stored.count && !isClosed(); seq++) {
      const bytes = await read(() => storage.read(id, seq), never)
      pending.add(id, 1, bytes?.byteLength ?? 0)
    }
    if (!isClosed()) await uploadChunks(stored, first, async () => false, never)
  }

  return {
    pending: pending.view,
    start({ id, call_id, mime }) {
      const recording: StoredRecording = { id, owner, call_id, mime, count: 0, began: platform.now() }
      let saving: Promise<unknown> = storage.add(recording, null)
      let finished = false
      let wake = () => {}

      async function store(bytes: ArrayBuffer) {
        for (
          let offset = 0;
          offset < bytes.byteLength && !closedRecordings.has(id);
          offset += maxChunkBytes
        ) {
          const chunk = bytes.slice(offset, offset + maxChunkBytes)
          pending.add(id, 1, chunk.byteLength)
          const isStored = await storage.add({ ...recording, count: recording.count + 1 }, chunk)
          if (isStored) recording.count++
          else {
            // Earlier chunks are still uploaded: they are a valid file.
            pending.add(id, -1, -chunk.byteLength)
            closedRecordings.add(id)
            finished = true
            options.onEarlyEnd(id, 'full')
          }
        }
        wake()
      }

      // Memory would be full some time, but recording can continue in another file.
      const mayGiveUp = () => !finished || closedRecordings.has(id)
      async function waitForMore() {
        if (!finished) await new Promise<void>((resolve) => (wake = resolve))
        await saving
        return !finished
      }
      upload(recording, () => uploadChunks(recording, 0, waitForMore, mayGiveUp))
      return {
        add(bytes) {
          const storing = saving.then(() => store(bytes))
          saving = storing
          return storing
        },
        stopping: () => pending.awaitLast(id),
        finish() {
          finished = true
          pending.lastDelivered(id)
          wake()
        },
      }
    },
    callEnded(callId) {
      endedCalls.add(callId)
      void complete(callId)
    },
    async resume() {
      if (isResuming) return
      isResuming = true
      await takeOver(() => true)
      isResuming = false
    },
    close,
  }
}
