/** A manual timer: callbacks run only when `pass` advances the time. */
export function createTestTimer() {
  let time = 0
  const pending = new Set<{ at: number; milliseconds: number; callback: () => void }>()
  const waiting: { milliseconds: number; resolve: () => void }[] = []
  return {
    timer(milliseconds: number, then: () => void): () => void {
      const entry = { at: time + milliseconds, milliseconds, callback: then }
      pending.add(entry)
      for (const wait of waiting) if (wait.milliseconds === milliseconds) wait.resolve()
      return () => pending.delete(entry)
    },
    pass(milliseconds: number): void {
      time += milliseconds
      for (const entry of [...pending].sort((a, b) => a.at - b.at)) {
        if (entry.at <= time && pending.delete(entry)) entry.callback()
      }
    },
    /** Resolves once a timer of this length is running. */
    async started(milliseconds: number): Promise<void> {
      if ([...pending].some((entry) => entry.milliseconds === milliseconds)) return
      await new Promise<void>((resolve) => waiting.push({ milliseconds, resolve }))
    },
    get running(): number {
      return pending.size
    },
  }
}
