/**
 * Client ids of attempts to send. A retry of the same content keeps the id, so that the service stores it once. Changed
 * content gets a new one, because the service may have stored the first attempt.
 */
export function createAttemptIds(newId: () => string) {
  let last: { content: string; id: string } | undefined
  return {
    idFor(content: unknown): string {
      const key = JSON.stringify(content)
      if (last?.content !== key) last = { content: key, id: newId() }
      return last.id
    },
    /** Call after success: the same content again is another note. */
    reset() {
      last = undefined
    },
  }
}
