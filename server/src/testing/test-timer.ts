/** A timer that is turned by hand: nothing happens until `pass` says that time has gone by. */
export function createTestTimer() {
  let time = 0
  const pending = new Set<{ at: number; milliseconds: number; ring: () => void }>()
  const waiting: { milliseconds: number; tell: () => void }[] = []
  return {
    timer(milliseconds: number, then: () => void): () => void {
      const entry = { at: time + milliseconds, milliseconds, ring: then }
      pending.add(entry)
      for (const wait of waiting) if (wait.milliseconds === milliseconds) wait.tell()
      return () => pending.delete(entry)
    },
    pass(milliseconds: number): void {
      time += milliseconds
      for (const entry of [...pending].sort((a, b) => a.at - b.at)) {
        if (entry.at <= time && pending.delete(entry)) entry.ring()
      }
    },
    /** A timer of this length is running. */
    async started(milliseconds: number): Promise<void> {
      if ([...pending].some((entry) => entry.milliseconds === milliseconds)) return
      await new Promise<void>((tell) => waiting.push({ milliseconds, tell }))
    },
    get running(): number {
      return pending.size
    },
  }
}
