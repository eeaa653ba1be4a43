/** Unsaved text of inline editors by id of what they edit, so that it survives leaving the page. */
export interface KeptEdits<T> {
  get: (id: string) => T | undefined
  keep: (id: string, edit: T) => void
  drop: (id: string) => void
}

/** Kept in memory. The oldest edit is dropped when there are more than `max`. */
export function createKeptEdits<T>(max = 50): KeptEdits<T> {
  const edits = new Map<string, T>()
  return {
    get: (id) => edits.get(id),
    keep(id, edit) {
      // The last changed one is the newest.
      edits.delete(id)
      edits.set(id, edit)
      const [oldest] = edits.keys()
      if (edits.size > max && oldest !== undefined) edits.delete(oldest)
    },
    drop: (id) => void edits.delete(id),
  }
}
