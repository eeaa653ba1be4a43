import type { ErrorCode } from '@parley/protocol/error'
import { backoffDelayMs } from '../../connection/backoff.ts'
import type { Platform } from '../../browser/platform.ts'
import { createStore, type Store } from '../../state/store.ts'
import type { ChunkStorage, StoredRecording } from './chunk-storage.ts'

/** Pieces of recordings that are still to be sent; the page may say so before it is left. */
export interface PendingUploads {
  chunks: number
  bytes: number
}

/**
 * Why a recording ended before its recorder did:
 *
 *   forbidden   the service takes nothing of this call from here
 *   broken      this file cannot be gone on with; another one may be
 *   full        neither this browser nor the service takes a piece: it is lost, with what follows it
 */
export type EarlyEnd = 'forbidden' | 'broken' | 'full'

export interface ChunkUploaderOptions {
  platform: Platform
  storage: ChunkStorage
  organizationId: string
  owner: string
  /** Nothing more is taken of this recording. What was acknowledged of it is a file all the same. */
  onEarlyEnd: (id: string, why: EarlyEnd) => void
}

/** A recording on its way. */
export interface ChunkUpload {
  /** Bytes as they come; pieces beyond the cap are split. */
  add: (bytes: ArrayBuffer) => Promise<void>
  /** Nothing more comes. */
  finish: () => void
}

export interface ChunkUploader {
  pending: Store<PendingUploads>
  begin: (recording: Pick<StoredRecording, 'id' | 'call_id' | 'mime'>) => ChunkUpload
  /** The call is over, and no recording of it begins here: once all is sent, the service is told so. */
  over: (callId: string) => void
  /** Sends what pages before this one have left; what a page that still lives sends is left to it. */
  resume: () => Promise<void>
  /** Nothing more is sent from here; the next page goes on. */
  close: () => void
}

/** The service takes no larger one (rule of its PUT). */
const maxChunk = 4 * 1024 * 1024
/** Milliseconds for one piece: the largest at 300 kbit/s. A connection that died without a word is not waited for. */
const longest = 120_000
/** The service takes nothing of a call that is over for so long. */
const keptFor = 24 * 3_600_000

/** The same request would be answered the same; whether another file would be. */
const final: Partial<Record<ErrorCode, EarlyEnd>> = {
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
/** An invalid request may be one that broke off on its way: so many are made. */
const invalidTries = 3

export function createChunkUploader(options: ChunkUploaderOptions): ChunkUploader {
  const { platform, storage, organizationId, owner } = options
  const pending = createStore<PendingUploads>({ chunks: 0, bytes: 0 })
  const life = { over: false }
  /** Recordings of which nothing more is taken. */
  const ended = new Set<string>()
  /** Of each recording. */
  const left = new Map<string, PendingUploads>()
  /** Of each call of which something was recorded: recordings that are not sent yet. */
  const unsent = new Map<string, Set<string>>()
  /** Calls that are over. */
  const over = new Set<string>()
  /** Calls of which pages before this one have left something. They may be over. */
  const inherited = new Set<string>()
  /** Ends what is waited for. */
  const stops = new Set<() => void>()

  const count = (id: string, chunks: number, bytes: number) => {
    const plus = (before: PendingUploads) => ({ chunks: before.chunks + chunks, bytes: before.bytes + bytes })
    left.set(id, plus(left.get(id) ?? { chunks: 0, bytes: 0 }))
    pending.set(plus(pending.get()))
  }

  const recordingsOf = (callId: string) => `/v1/organizations/${organizationId}/calls/${callId}/recordings`
  const addressOf = ({ id, call_id }: StoredRecording) => `${recordingsOf(call_id)}/${id}`

  const sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        cancel()
        stops.delete(wake)
        resolve()
      }
      const cancel = platform.after(milliseconds, wake)
      stops.add(wake)
    })

  /** null: taken. `internal` for everything that is no answer of ours: a proxy's page, no network, nothing for too long. */
  async function codeOf(path: string, request: RequestInit): Promise<ErrorCode | null> {
    const giving = new AbortController()
    const stop = () => giving.abort()
    const cancel = platform.after(longest, stop)
    stops.add(stop)
    try {
      const response = await fetch(path, { credentials: 'same-origin', signal: giving.signal, ...request })
      const said: { code?: ErrorCode; complete?: boolean } = await response.json()
      if (response.ok) return said.complete === false ? 'call_live' : null
      return said.code ?? 'internal'
    } catch {
      return 'internal'
    } finally {
      cancel()
      stops.delete(stop)
    }
  }

  /** Until it is answered for good. null: taken, or the page goes. */
  async function ask(
    path: string,
    request: RequestInit,
    isFinal = (code: ErrorCode) => code in final,
  ): Promise<ErrorCode | null> {
    for (let attempts = 1; !life.over; attempts++) {
      const code = await codeOf(path, request)
      if (code === null) return null
      if (isFinal(code) && (code !== 'invalid_request' || attempts >= invalidTries)) return code
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- it may have changed meanwhile
      if (!life.over) await sleep(backoffDelayMs(attempts, platform.random()))
    }
    return null
  }

  /** Sends chunks in order. `more` waits for another one, and says whether there may be any. */
  async function carry(
    recording: StoredRecording,
    from: number,
    more: () => Promise<boolean>,
  ): Promise<void> {
    const { id, mime } = recording
    let next = from
    for (;;) {
      while (next < recording.count) {
        const bytes = await storage.read(id, next)
        if (life.over) return
        const request = { method: 'PUT', headers: { 'content-type': mime }, body: bytes ?? null }
        const code = bytes ? await ask(`${addressOf(recording)}/chunks/${next}`, request) : null
        // oxlint-disable-next-line typescript/no-unnecessary-condition -- it may have changed meanwhile
        if (life.over) return
        if (!bytes || code) {
          abandon(id, (code && final[code]) ?? 'broken')
          return end(recording, next)
        }
        count(id, -1, -bytes.byteLength)
        storage.acknowledged(id, next)
        next++
      }
      const mayCome = await more()
      if (!mayCome && next >= recording.count) break
    }
    await end(recording, recording.count)
  }

  /** The file ends after so many chunks, all of them acknowledged. */
  async function end(recording: StoredRecording, chunks: number) {
    const { id, call_id } = recording
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify({ chunks }) }
    if (chunks > 0) await ask(`${addressOf(recording)}/finish`, request)
    unsent.get(call_id)?.delete(id)
    await complete(call_id)
    if (!life.over) await storage.drop(id)
  }

  /** Throws the rest of a recording away. */
  function abandon(id: string, why: EarlyEnd) {
    // First, for pieces may come while the others are thrown away.
    ended.add(id)
    const { chunks, bytes } = left.get(id) ?? { chunks: 0, bytes: 0 }
    count(id, -chunks, -bytes)
    options.onEarlyEnd(id, why)
  }

  /** The service waits with the event of a call until it hears that nothing more comes of it. */
  async function complete(callId: string): Promise<void> {
    if (unsent.get(callId)?.size !== 0 || !(over.has(callId) || inherited.has(callId))) return
    // It is over for us alone as long as the service has not heard so. One that goes on is said again at its end.
    const isFinal = (code: ErrorCode) => code in final || (code === 'call_live' && !over.has(callId))
    const code = await ask(`${recordingsOf(callId)}/complete`, { method: 'POST' }, isFinal)
    if (code !== 'call_live') unsent.delete(callId)
  }

  /** `run` sends one recording, when no other page does. */
  function send({ id, call_id }: StoredRecording, run: () => Promise<void>) {
    unsent.set(call_id, (unsent.get(call_id) ?? new Set()).add(id))
    void platform.exclusively(`parley recording ${id}`, run)
  }

  return {
    pending,
    begin({ id, call_id, mime }) {
      const recording: StoredRecording = { id, owner, call_id, mime, count: 0, began: platform.now() }
      let saving: Promise<unknown> = storage.add(recording, null)
      let finished = false
      let wake = () => {}

      async function keep(bytes: ArrayBuffer) {
        for (let start = 0; start < bytes.byteLength && !ended.has(id); start += maxChunk) {
          const piece = bytes.slice(start, start + maxChunk)
          count(id, 1, piece.byteLength)
          const hasRoom = await storage.add({ ...recording, count: recording.count + 1 }, piece)
          if (hasRoom) recording.count++
          else {
            // What was kept before it is sent: up to there it is a file.
            count(id, -1, -piece.byteLength)
            ended.add(id)
            finished = true
            options.onEarlyEnd(id, 'full')
          }
        }
        wake()
      }

      send(recording, () =>
        carry(recording, 0, async () => {
          if (!finished) await new Promise<void>((resolve) => (wake = resolve))
          await saving
          return !finished
        }),
      )
      return {
        add(bytes) {
          const kept = saving.then(() => keep(bytes))
          saving = kept
          return kept
        },
        finish() {
          finished = true
          wake()
        },
      }
    },
    over(callId) {
      over.add(callId)
      void complete(callId)
    },
    async resume() {
      for (const recording of await storage.recordings(owner)) {
        const { id, began } = recording
        if (platform.now() - began > keptFor) {
          await storage.drop(id)
          continue
        }
        send(recording, async () => {
          // Whoever had the turn before may have sent it all.
          const kept = (await storage.recordings(owner)).find((one) => one.id === id)
          if (life.over) return
          if (!kept) {
            unsent.get(recording.call_id)?.delete(id)
            return complete(recording.call_id)
          }
          inherited.add(recording.call_id)
          const first = await storage.first(kept)
          for (let seq = first; seq < kept.count; seq++) {
            count(id, 1, (await storage.read(id, seq))?.byteLength ?? 0)
          }
          await carry(kept, first, async () => false)
        })
      }
    },
    close() {
      life.over = true
      for (const stop of stops) stop()
    },
  }
}
