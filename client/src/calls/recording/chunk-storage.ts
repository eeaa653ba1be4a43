/**
 * What is recorded and not acknowledged yet. In memory, so that a browser that throws its data away in the middle of a call
 * takes nothing with it; and in IndexedDB of the panel's origin, so that a tab that crashes does not either. Memory has a
 * bound: beyond it IndexedDB alone has a piece, and where that takes none (private windows, a full disk) there is no room.
 */

/** One MediaRecorder's life. */
export interface StoredRecording {
  id: string
  /** `<organization> <agent>`: nobody else sends it on. */
  owner: string
  call_id: string
  mime: string
  /** Chunks so far, acknowledged ones too. */
  count: number
  /** Milliseconds since 1970. */
  began: number
}

export interface ChunkStorage {
  /** Adds the chunk of `recording.count - 1`, or the recording alone. False: there is no room for it, and it is lost. */
  add: (recording: StoredRecording, bytes: ArrayBuffer | null) => Promise<boolean>
  /** undefined: the browser has thrown it away. */
  read: (id: string, seq: number) => Promise<ArrayBuffer | undefined>
  acknowledged: (id: string, seq: number) => void
  /** Where what is left of it begins, in chunks; `recording.count` when nothing is. */
  first: (recording: StoredRecording) => Promise<number>
  recordings: (owner: string) => Promise<StoredRecording[]>
  /** Forgets a recording and all of its chunks. */
  drop: (id: string) => Promise<void>
}

/** In bytes: two hours of voices, seven minutes of a picture. */
export const maxHeld = 32 * 1024 * 1024

const chunksOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity])

export function openChunkStorage(): ChunkStorage {
  let opening: Promise<IDBDatabase> | undefined
  /** By `<id> <seq>`, the oldest first. */
  const held = new Map<string, { bytes: ArrayBuffer; isSaved: boolean }>()
  let size = 0
  const nameOf = (id: string, seq: number) => `${id} ${seq}`

  function release(name: string) {
    size -= held.get(name)?.bytes.byteLength ?? 0
    held.delete(name)
  }

  /** `otherwise`: what is said where the browser keeps nothing, or not any more. It is asked anew each time. */
  async function inStores<T, O>(
    mode: IDBTransactionMode,
    otherwise: O,
    run: (recordings: IDBObjectStore, chunks: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | O> {
    try {
      const transaction = (await (opening ??= open())).transaction(['recordings', 'chunks'], mode)
      const request = run(transaction.objectStore('recordings'), transaction.objectStore('chunks'))
      return await new Promise((resolve) => {
        transaction.addEventListener('complete', () => resolve(request.result))
        transaction.addEventListener('abort', () => resolve(otherwise))
      })
    } catch {
      // It was not opened; or it was closed by the browser (InvalidStateError), which evicts what it has no room for.
      opening = undefined
      return otherwise
    }
  }

  return {
    async add(recording, bytes) {
      const { id, count } = recording
      const saving = inStores('readwrite', null, (recordings, chunks) => {
        if (bytes) chunks.put(bytes, [id, count - 1])
        return recordings.put(recording, id)
      })
      if (!bytes) return true
      const name = nameOf(id, count - 1)
      const piece = { bytes, isSaved: false }
      held.set(name, piece)
      size += bytes.byteLength
      const settled = saving.then((key) => (piece.isSaved = key !== null))
      if (size <= maxHeld) return true
      // Those before it are sent first: they stay, if it can be read again.
      if (await settled) {
        release(name)
        return true
      }
      for (const [other, { isSaved }] of held) if (isSaved && size > maxHeld) release(other)
      if (size <= maxHeld) return true
      release(name)
      return false
    },
    async read(id, seq) {
      const piece = held.get(nameOf(id, seq))
      return (
        piece?.bytes ??
        inStores<ArrayBuffer | undefined, undefined>('readonly', undefined, (_, chunks) =>
          chunks.get([id, seq]),
        )
      )
    },
    acknowledged(id, seq) {
      release(nameOf(id, seq))
      void inStores('readwrite', undefined, (_, chunks) => chunks.delete([id, seq]))
    },
    async first({ id, count }) {
      const keys = await inStores<IDBValidKey[], []>('readonly', [], (_, chunks) =>
        chunks.getAllKeys(chunksOf(id), 1),
      )
      const [key] = keys
      return Array.isArray(key) ? Number(key[1]) : count
    },
    async recordings(owner) {
      const all = await inStores<StoredRecording[], []>('readonly', [], (recordings) => recordings.getAll())
      return all.filter((recording) => recording.owner === owner)
    },
    async drop(id) {
      for (const name of held.keys()) if (name.startsWith(`${id} `)) release(name)
      await inStores('readwrite', undefined, (recordings, chunks) => {
        chunks.delete(chunksOf(id))
        return recordings.delete(id)
      })
    },
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('parley-recordings', 1)
    request.addEventListener('upgradeneeded', () => {
      for (const name of ['recordings', 'chunks']) request.result.createObjectStore(name)
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps no data')))
  })
}
