import type { ErrorCode } from '@parley/protocol/error'
import { reconnectDelay } from '../../backoff.ts'
import type { Platform } from '../../platform.ts'
import { createStore, type Store } from '../../store.ts'
import type { ChunkStorage, StoredRecording } from './chunk-storage.ts'

/** Pieces of recordings that are still to be sent; the page may say so before it is left. */
export interface PendingUploads {
  chunks: number
  bytes: number
}

export interface ChunkUploaderOptions {
  platform: Platform
  storage: ChunkStorage
  organizationId: string
  owner: string
  /** A recording that was refused for good: what is left of it is thrown away. */
  onRefused: (id: string) => void
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
  /** Sends what pages before this one have left; what a page that still lives sends is left to it. */
  resume: () => Promise<void>
  /** Nothing more is sent from here; the next page goes on. */
  close: () => void
}

/** The service takes no larger one (rule of its PUT). */
const maxChunk = 4 * 1024 * 1024
/** The service takes nothing of a call that is over for so long. */
const keptFor = 24 * 3_600_000

/** The same request would be answered the same. */
const final = new Set<ErrorCode>([
  'recording_not_allowed',
  'recording_done',
  'chunk_conflict',
  'chunk_out_of_order',
  'not_found',
  'forbidden',
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
  'media_type_not_allowed',
])

export function createChunkUploader(options: ChunkUploaderOptions): ChunkUploader {
  const { platform, storage, organizationId, owner } = options
  const pending = createStore<PendingUploads>({ chunks: 0, bytes: 0 })
  const life = { over: false }
  const refused = new Set<string>()
  /** Of each recording. */
  const left = new Map<string, PendingUploads>()

  const count = (id: string, chunks: number, bytes: number) => {
    const plus = (before: PendingUploads) => ({ chunks: before.chunks + chunks, bytes: before.bytes + bytes })
    left.set(id, plus(left.get(id) ?? { chunks: 0, bytes: 0 }))
    pending.set(plus(pending.get()))
  }

  const addressOf = ({ id, call_id }: Pick<StoredRecording, 'id' | 'call_id'>) =>
    `/v1/organizations/${organizationId}/calls/${call_id}/recordings/${id}`

  /** Until it is answered for good; false: refused. */
  async function ask(path: string, request: RequestInit): Promise<boolean> {
    for (let attempts = 1; !life.over; attempts++) {
      const code = await codeOf(path, request)
      if (code === null) return true
      if (final.has(code)) return false
      const delay = reconnectDelay(attempts, platform.random())
      await new Promise<void>((resolve) => void platform.after(delay, resolve))
    }
    return true
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
        const isTaken =
          bytes !== undefined &&
          (await ask(`${addressOf(recording)}/chunks/${next}`, {
            method: 'PUT',
            headers: { 'content-type': mime },
            body: bytes,
          }))
        if (life.over) return
        if (!isTaken) return refuse(id)
        count(id, -1, -bytes.byteLength)
        await storage.acknowledged(id, next)
        next++
      }
      const mayCome = await more()
      if (!mayCome && next >= recording.count) break
    }
    if (recording.count === 0) return storage.drop(id)
    await ask(`${addressOf(recording)}/finish`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chunks: recording.count }),
    })
    if (!life.over) await storage.drop(id)
  }

  async function refuse(id: string) {
    // First, for pieces may come while the others are thrown away.
    refused.add(id)
    const { chunks, bytes } = left.get(id) ?? { chunks: 0, bytes: 0 }
    count(id, -chunks, -bytes)
    options.onRefused(id)
    await storage.drop(id)
  }

  const exclusively = (id: string, run: () => Promise<void>) =>
    platform.exclusively(`parley recording ${id}`, run)

  return {
    pending,
    begin({ id, call_id, mime }) {
      const recording: StoredRecording = { id, owner, call_id, mime, count: 0, began: platform.now() }
      let saving = storage.add(recording, null)
      let finished = false
      let wake = () => {}

      async function keep(bytes: ArrayBuffer) {
        for (let start = 0; start < bytes.byteLength && !refused.has(id); start += maxChunk) {
          const piece = bytes.slice(start, start + maxChunk)
          count(id, 1, piece.byteLength)
          await storage.add({ ...recording, count: recording.count + 1 }, piece)
          recording.count++
        }
        wake()
      }

      void exclusively(id, () =>
        carry(recording, 0, async () => {
          if (!finished) await new Promise<void>((resolve) => (wake = resolve))
          await saving
          return !finished
        }),
      )
      return {
        add(bytes) {
          saving = saving.then(() => keep(bytes))
          return saving
        },
        finish() {
          finished = true
          wake()
        },
      }
    },
    async resume() {
      for (const { id, began } of await storage.recordings(owner)) {
        if (platform.now() - began > keptFor) {
          await storage.drop(id)
          continue
        }
        void exclusively(id, async () => {
          // Whoever had the turn before may have sent it all.
          const left = (await storage.recordings(owner)).find((one) => one.id === id)
          if (!left || life.over) return
          const first = await storage.first(left)
          for (let seq = first; seq < left.count; seq++) {
            count(id, 1, (await storage.read(id, seq))?.byteLength ?? 0)
          }
          await carry(left, first, async () => false)
        })
      }
    },
    close: () => void (life.over = true),
  }
}

/** null: taken. `internal` for everything that is no answer of ours: a proxy's page, no network. */
async function codeOf(path: string, request: RequestInit): Promise<ErrorCode | null> {
  try {
    const response = await fetch(path, { credentials: 'same-origin', ...request })
    if (response.ok) return null
    const problem: { code?: ErrorCode } = await response.json()
    return problem.code ?? 'internal'
  } catch {
    return 'internal'
  }
}
