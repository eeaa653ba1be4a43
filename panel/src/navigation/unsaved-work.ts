/**
 * `shownOnce`: what cannot be shown again, for example a new API key. `call`: a call that runs in this window. `recording`: one that
 * is not uploaded yet.
 */
export type UnsavedWork = 'changes' | 'shownOnce' | 'call' | 'recording'

/** Work that would be lost with the page. While there is any, the browser asks before it closes the tab. */
const unsaved = new Map<symbol, UnsavedWork>()

const ask = (event: Event) => event.preventDefault()

/** Returns a function that ends the guard, once the work is saved or discarded. */
export function guardUnsavedWork(kind: UnsavedWork = 'changes'): () => void {
  const work = Symbol()
  unsaved.set(work, kind)
  addEventListener('beforeunload', ask)
  return () => {
    unsaved.delete(work)
    if (unsaved.size === 0) removeEventListener('beforeunload', ask)
  }
}

/** The kind that the agent should be asked about, null: none. */
export function unsavedWork(): UnsavedWork | null {
  const kinds = [...unsaved.values()]
  return kinds.find((kind) => kind === 'call') ?? kinds[0] ?? null
}

/** The agent was asked and leaves anyway. */
export function abandonUnsavedWork(): void {
  unsaved.clear()
  removeEventListener('beforeunload', ask)
}
