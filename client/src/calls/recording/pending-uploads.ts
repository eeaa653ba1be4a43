import { createStore, type Store } from '../../state/store.ts'

/** Chunks that are not uploaded yet, including those that stopped recorders still deliver. The page can warn before it is closed. */
export interface PendingUploads {
  chunks: number
  bytes: number
}

/** Counts the chunks of recordings. */
export interface PendingCount {
  view: Store<PendingUploads>
  add: (id: string, chunks: number, bytes: number) => void
  /** The recorder stops: its last chunk follows. */
  awaitLast: (id: string) => void
  /** The recorder has delivered its last chunk, if there was one. */
  lastDelivered: (id: string) => void
  /** Discards the count of a recording. */
  discard: (id: string) => void
}

export function createPendingCount(): PendingCount {
  const view = createStore<PendingUploads>({ chunks: 0, bytes: 0 })
  const byRecording = new Map<string, PendingUploads>()
  /** Recordings whose last chunk follows. */
  const stopping = new Set<string>()

  function add(id: string, chunks: number, bytes: number) {
    const sum = (before: PendingUploads) => ({ chunks: before.chunks + chunks, bytes: before.bytes + bytes })
    byRecording.set(id, sum(byRecording.get(id) ?? { chunks: 0, bytes: 0 }))
    view.set(sum(view.get()))
  }

  function setLast(id: string, isAwaited: boolean) {
    if (stopping.has(id) === isAwaited) return
    if (isAwaited) stopping.add(id)
    else stopping.delete(id)
    add(id, isAwaited ? 1 : -1, 0)
  }

  return {
    view,
    add,
    awaitLast: (id) => setLast(id, true),
    lastDelivered: (id) => setLast(id, false),
    discard(id) {
      stopping.delete(id)
      const { chunks, bytes } = byRecording.get(id) ?? { chunks: 0, bytes: 0 }
      add(id, -chunks, -bytes)
    },
  }
}
