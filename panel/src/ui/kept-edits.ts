/** Unsaved text of inline editors by id of what they edit, so that it survives leaving the page. */
export interface KeptEdits<T> {
  get: (id: string) => T | undefined
  keep: (id: string, edit: T) => void
  drop: (id: string) => void
}

/**
 * Kept in memory. The oldest edit is dropped when there are more than `max`. Returns the edits of one agent: another agent
 * may sign in without a reload and must not see them.
 */
export function createKeptEdits<T>(max = 50): (agentId: string) => KeptEdits<T> {
  const edits = new Map<string, T>()
  return (agentId) => {
    const keyOf = (id: string) => `${agentId}:${id}`
    return {
      get: (id) => edits.get(keyOf(id)),
      keep(id, edit) {
        const key = keyOf(id)
        // The last changed one is the newest.
        edits.delete(key)
        edits.set(key, edit)
        const [oldest] = edits.keys()
        if (edits.size > max && oldest !== undefined) edits.delete(oldest)
      },
      drop: (id) => void edits.delete(keyOf(id)),
    }
  }
}
