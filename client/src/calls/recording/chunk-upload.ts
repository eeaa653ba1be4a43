import type { ErrorCode } from '@parley/protocol/error'
import { backoffDelayMs } from '../../connection/backoff.ts'
import type { Platform } from '../../browser/platform.ts'
import type { Store } from '../../state/store.ts'
import type { ChunkStorage, StoredRecording } from './chunk-storage.ts'
import { createPendingCount, type PendingUploads } from './pending-uploads.ts'

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
  /** Resumes uploads of earlier pages. Those of other open pages are skipped. */
  resume: () => Promise<void>
  /** Stops uploading; the next page resumes. */
  close: () => void
}

/** Limit of the server's PUT route. */
const maxChunkBytes = 4 * 1024 * 1024
/** Enough for the largest chunk at 300 kbit/s. Dead connections are not always reported. */
const requestTimeoutMs = 120_000
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
/** An invalid request may be one that was cut off in transit, so it is tried this often. */
const maxInvalidAttempts = 3

export function createChunkUploader(options: ChunkUploaderOptions): ChunkUploader {
  const { platform, storage, organizationId, owner } = options
  const pending = createPendingCount()
  const lifecycle = { isClosed: false }
  /** Recordings that accept no more chunks. */
  const closedRecordings = new Set<string>()
  /** Recordings not fully uploaded yet, by call. */
  const unfinished = new Map<string, Set<string>>()
  /** Calls that have ended here. */
  const endedCalls = new Set<string>()
  /** Calls with recordings of earlier pages. They may have ended. */
  const inheritedCalls = new Set<string>()
  /** Cancels pending delays and requests. */
  const cancellations = new Set<() => void>()

  const recordingsOf = (callId: string) => `/v1/organizations/${organizationId}/calls/${callId}/recordings`
  const addressOf = ({ id, call_id }: StoredRecording) => `${recordingsOf(call_id)}/${id}`

  const sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        cancel()
        cancellations.delete(wake)
        resolve()
      }
      const cancel = platform.after(milliseconds, wake)
      cancellations.add(wake)
    })

  /** Returns null on success; `internal` without a response of the API: proxy error page, network error, timeout. */
  async function sendOnce(path: string, request: RequestInit): Promise<ErrorCode | null> {
    const controller = new AbortController()
    const stop = () => controller.abort()
    const cancel = platform.after(requestTimeoutMs, stop)
    cancellations.add(stop)
    try {
      const response = await fetch(path, {
        credentials: 'same-origin',
        signal: controller.signal,
        ...request,
      })
      const body: { code?: ErrorCode; complete?: boolean } = await response.json()
      if (response.ok) return body.complete === false ? 'call_live' : null
      return body.code ?? 'internal'
    } catch {
      return 'internal'
    } finally {
      cancel()
      cancellations.delete(stop)
    }
  }

  /** Retries until the result is final. Returns null on success, or when the page is closed. */
  async function sendWithRetries(
    path: string,
    request: RequestInit,
    isFinal = (code: ErrorCode) => code in permanentErrors,
  ): Promise<ErrorCode | null> {
    for (let attempts = 1; !lifecycle.isClosed; attempts++) {
      const code = await sendOnce(path, request)
      if (code === null) return null
      if (isFinal(code) && (code !== 'invalid_request' || attempts >= maxInvalidAttempts)) return code
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- it may have changed meanwhile
      if (!lifecycle.isClosed) await sleep(backoffDelayMs(attempts, platform.random()))
    }
    return null
  }

  /** Uploads chunks in order. `waitForMore` waits for the next one and returns whether more may follow. */
  async function uploadChunks(
    recording: StoredRecording,
    from: number,
    waitForMore: () => Promise<boolean>,
  ): Promise<void> {
    const { id, mime } = recording
    let next = from
    let forgetting = Promise.resolve()
    for (;;) {
      while (next < recording.count) {
        const bytes = await storage.read(id, next)
        if (lifecycle.isClosed) return
        const request = { method: 'PUT', headers: { 'content-type': mime }, body: bytes ?? null }
        const code = bytes ? await sendWithRetries(`${addressOf(recording)}/chunks/${next}`, request) : null
        // oxlint-disable-next-line typescript/no-unnecessary-condition -- it may have changed meanwhile
        if (lifecycle.isClosed) return
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
    if (chunks > 0) await sendWithRetries(`${addressOf(recording)}/finish`, request)
    unfinished.get(call_id)?.delete(id)
    await complete(call_id)
    if (!lifecycle.isClosed) await storage.drop(id)
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
    if (unfinished.get(callId)?.size !== 0 || !(endedCalls.has(callId) || inheritedCalls.has(callId))) return
    // Ended here, but not yet on the server: retried. A call that continues is reported at its end.
    const isFinal = (code: ErrorCode) =>
      code in permanentErrors || (code === 'call_live' && !endedCalls.has(callId))
    const code = await sendWithRetries(`${recordingsOf(callId)}/complete`, { method: 'POST' }, isFinal)
    if (code !== 'call_live') unfinished.delete(callId)
  }

  /** Runs `run` while no other page uploads this recording. */
  function send({ id, call_id }: StoredRecording, run: () => Promise<void>) {
    unfinished.set(call_id, (unfinished.get(call_id) ?? new Set()).add(id))
    void platform.exclusively(`parley recording ${id}`, run)
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

      send(recording, () =>
        uploadChunks(recording, 0, async () => {
          if (!finished) await new Promise<void>((resolve) => (wake = resolve))
          await saving
          return !finished
        }),
      )
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
      for (const recording of await storage.recordings(owner)) {
        const { id, began } = recording
        if (platform.now() - began > maxChunkAgeMs) {
          await storage.drop(id)
          continue
        }
        send(recording, async () => {
          // Another page may have finished the upload meanwhile.
          const stored = (await storage.recordings(owner)).find((one) => one.id === id)
          if (lifecycle.isClosed) return
          if (!stored) {
            unfinished.get(recording.call_id)?.delete(id)
            return complete(recording.call_id)
          }
          inheritedCalls.add(recording.call_id)
          const first = await storage.first(stored)
          for (let seq = first; seq < stored.count; seq++) {
            pending.add(id, 1, (await storage.read(id, seq))?.byteLength ?? 0)
          }
          await uploadChunks(stored, first, async () => false)
        })
      }
    },
    close() {
      lifecycle.isClosed = true
      for (const stop of cancellations) stop()
    },
  }
}
