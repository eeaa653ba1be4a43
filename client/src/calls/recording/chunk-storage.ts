/**
 * Recorded chunks that are not acknowledged yet. They are kept in memory, so that eviction by the browser loses nothing, and in
 * IndexedDB of the panel's origin, so that a crashed tab loses nothing. Beyond `maxMemoryBytes` a chunk is in IndexedDB only;
 * if that fails (private window, disk full), storage is full.
 */

/** The file of one MediaRecorder. */
export interface StoredRecording {
  id: string
  /** `<organization> <agent>`: only the same agent resumes the upload. */
  owner: string
  call_id: string
  mime: string
  /** Chunks so far, including acknowledged ones. */
  count: number
  /** Milliseconds since 1970. */
  began: number
}

/** IndexedDB cannot be read at the moment: the chunks may still be there. */
export type Unavailable = 'unavailable'

export interface ChunkStorage {
  /** Adds chunk `recording.count - 1`, or only the recording. Returns false if storage is full and the chunk is lost. */
  add: (recording: StoredRecording, bytes: ArrayBuffer | null) => Promise<boolean>
  /** Returns undefined if the browser has evicted it. */
  read: (id: string, seq: number) => Promise<ArrayBuffer | undefined | Unavailable>
  /** Forgets a chunk; resolves when the next page will not find it either. */
  acknowledged: (id: string, seq: number) => Promise<void>
  /** Returns the number of the first remaining chunk, or `recording.count`. */
  first: (recording: StoredRecording) => Promise<number | Unavailable>
  /** Of all agents who have used this browser. */
  recordings: () => Promise<StoredRecording[] | Unavailable>
  /** Deletes a recording and its chunks. */
  drop: (id: string) => Promise<void>
}

/** See browser/database.ts. */
const openTimeoutMs = 3_000
/** About two hours of audio or seven minutes of video. */
export const maxMemoryBytes = 32 * 1024 * 1024

const chunksOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity])

export function openChunkStorage(): ChunkStorage {
  let opening: Promise<IDBDatabase> | undefined
  /** Chunks by `<id> <seq>`, oldest first. */
  const inMemory = new Map<string, { bytes: ArrayBuffer; isSaved: boolean }>()
  let size = 0
  const keyOf = (id: string, seq: number) => `${id} ${seq}`

  function release(name: string) {
    size -= inMemory.get(name)?.bytes.byteLength ?? 0
    inMemory.delete(name)
  }

  /** Each call tries to open IndexedDB again. A connection that the browser has closed is replaced once. */
  async function inStores<T>(
    mode: IDBTransactionMode,
    run: (recordings: IDBObjectStore, chunks: IDBObjectStore) => IDBRequest<T>,
    isRepeat = false,
  ): Promise<T | Unavailable> {
    const own = (opening ??= open())
    const forget = () => {
      // Another call may have opened the next one.
      if (opening === own) opening = undefined
    }
    const database = await own.catch(forget)
    if (!database) return 'unavailable'
    try {
      const transaction = database.transaction(['recordings', 'chunks'], mode)
      const request = run(transaction.objectStore('recordings'), transaction.objectStore('chunks'))
      return await new Promise((resolve) => {
        transaction.addEventListener('complete', () => resolve(request.result))
        transaction.addEventListener('abort', () => resolve('unavailable'))
      })
    } catch {
      // InvalidStateError: closed to free space, after an I/O error, or with the storage process (WebKit).
      forget()
      return isRepeat ? 'unavailable' : inStores(mode, run, true)
    }
  }

  return {
    async add(recording, bytes) {
      const { id, count } = recording
      const saving = inStores('readwrite', (recordings, chunks) => {
        if (bytes) chunks.put(bytes, [id, count - 1])
        return recordings.put(recording, id)
      })
      if (!bytes) return true
      const name = keyOf(id, count - 1)
      const chunk = { bytes, isSaved: false }
      inMemory.set(name, chunk)
      size += bytes.byteLength
      const settled = saving.then((key) => (chunk.isSaved = key !== 'unavailable'))
      if (size <= maxMemoryBytes) return true
      // Earlier chunks are sent first, so they stay in memory if this one can be read from IndexedDB.
      if (await settled) {
        release(name)
        return true
      }
      for (const [other, { isSaved }] of inMemory) if (isSaved && size > maxMemoryBytes) release(other)
      if (size <= maxMemoryBytes) return true
      release(name)
      return false
    },
    async read(id, seq) {
      const chunk = inMemory.get(keyOf(id, seq))
      return (
        chunk?.bytes ?? inStores<ArrayBuffer | undefined>('readonly', (_, chunks) => chunks.get([id, seq]))
      )
    },
    async acknowledged(id, seq) {
      release(keyOf(id, seq))
      await inStores('readwrite', (_, chunks) => chunks.delete([id, seq]))
    },
    async first({ id, count }) {
      const keys = await inStores('readonly', (_, chunks) => chunks.getAllKeys(chunksOf(id), 1))
      if (keys === 'unavailable') return keys
      const [key] = keys
      return Array.isArray(key) ? Number(key[1]) : count
    },
    recordings: () => inStores<StoredRecording[]>('readonly', (recordings) => recordings.getAll()),
    async drop(id) {
      for (const name of inMemory.keys()) if (name.startsWith(`${id} `)) release(name)
      await inStores('readwrite', (recordings, chunks) => {
        chunks.delete(chunksOf(id))
        return recordings.delete(id)
      })
    },
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise<IDBDatabase>((resolve, reject) => {
    let isLate = false
    setTimeout(() => {
      isLate = true
      reject(new Error('The browser does not open its storage'))
    }, openTimeoutMs)
    const request = indexedDB.open('parley-recordings', 1)
    request.addEventListener('upgradeneeded', () => {
      for (const name of ['recordings', 'chunks']) request.result.createObjectStore(name)
    })
    request.addEventListener('success', () => {
      // The next call has opened another one.
      if (isLate) request.result.close()
      else resolve(request.result)
    })
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('IndexedDB could not be opened')),
    )
  })
}
