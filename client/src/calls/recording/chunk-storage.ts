/**
 * What is recorded and not acknowledged yet, in IndexedDB of the panel's origin: a tab that crashes takes nothing with
 * it. Where the browser keeps nothing, or has no room, it is kept in memory.
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
  /** Adds the chunk of `recording.count - 1`, or the recording alone. */
  add: (recording: StoredRecording, bytes: ArrayBuffer | null) => Promise<void>
  read: (id: string, seq: number) => Promise<ArrayBuffer | undefined>
  acknowledged: (id: string, seq: number) => Promise<void>
  /** Where what is left of it begins, in chunks; `recording.count` when nothing is. */
  first: (recording: StoredRecording) => Promise<number>
  recordings: (owner: string) => Promise<StoredRecording[]>
  /** Forgets a recording and all of its chunks. */
  drop: (id: string) => Promise<void>
}

const chunksOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity])

export function openChunkStorage(): ChunkStorage {
  const opening = open()
  /** What the browser did not take, by `<id> <seq>`. */
  const unsaved = new Map<string, ArrayBuffer>()
  const nameOf = (id: string, seq: number) => `${id} ${seq}`

  async function inStores<T>(
    mode: IDBTransactionMode,
    run: (recordings: IDBObjectStore, chunks: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const database = await opening
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(['recordings', 'chunks'], mode)
      const request = run(transaction.objectStore('recordings'), transaction.objectStore('chunks'))
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('The browser aborted a write')),
      )
    })
  }
  const orElse =
    <T>(other: T) =>
    (): T =>
      other

  return {
    async add(recording, bytes) {
      const { id, count } = recording
      try {
        await inStores('readwrite', (recordings, chunks) => {
          if (bytes) chunks.put(bytes, [id, count - 1])
          return recordings.put(recording, id)
        })
      } catch {
        if (bytes) unsaved.set(nameOf(id, count - 1), bytes)
      }
    },
    async read(id, seq) {
      const held = unsaved.get(nameOf(id, seq))
      return (
        held ??
        inStores<ArrayBuffer | undefined>('readonly', (_, chunks) => chunks.get([id, seq])).catch(
          orElse(undefined),
        )
      )
    },
    async acknowledged(id, seq) {
      unsaved.delete(nameOf(id, seq))
      await inStores('readwrite', (_, chunks) => chunks.delete([id, seq])).catch(orElse(undefined))
    },
    async first({ id, count }) {
      const keys = await inStores('readonly', (_, chunks) => chunks.getAllKeys(chunksOf(id), 1))
      const [key] = keys
      return Array.isArray(key) ? Number(key[1]) : count
    },
    async recordings(owner) {
      const all = await inStores<StoredRecording[]>('readonly', (recordings) => recordings.getAll()).catch(
        orElse<StoredRecording[]>([]),
      )
      return all.filter((recording) => recording.owner === owner)
    },
    async drop(id) {
      for (const name of unsaved.keys()) if (name.startsWith(`${id} `)) unsaved.delete(name)
      await inStores('readwrite', (recordings, chunks) => {
        chunks.delete(chunksOf(id))
        return recordings.delete(id)
      }).catch(orElse(undefined))
    },
  }
}

function open(): Promise<IDBDatabase> {
  const opening = new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('parley-recordings', 1)
    request.addEventListener('upgradeneeded', () => {
      for (const name of ['recordings', 'chunks']) request.result.createObjectStore(name)
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps no data')))
  })
  // Whoever uses it meets the failure; until then nobody has to.
  opening.catch(() => {})
  return opening
}
