import type { Clock } from './clock.ts'

export interface Remembered<T> {
  get(key: string): Promise<T>
  /** What is being looked up at this moment is not kept either: it may have been read before the change. */
  forgetAll(): void
}

/**
 * Keeps what a look-up answered (also that there is nothing) for a short while. Many who ask for the same key at
 * once share one look-up; a failed one is not kept. Beyond `entries` the oldest goes first.
 */
export function remember<T>(
  lookUp: (key: string) => Promise<T>,
  limits: { milliseconds: number; entries: number },
  clock: Clock,
): Remembered<T> {
  const known = new Map<string, { answer: Promise<T>; until: number }>()
  return {
    get(key) {
      const hit = known.get(key)
      if (hit && hit.until > clock()) return hit.answer
      known.delete(key)
      if (known.size >= limits.entries) {
        const [oldest] = known.keys()
        if (oldest !== undefined) known.delete(oldest)
      }
      const entry = { answer: lookUp(key), until: clock() + limits.milliseconds }
      known.set(key, entry)
      entry.answer.catch(() => {
        if (known.get(key) === entry) known.delete(key)
      })
      return entry.answer
    },
    forgetAll: () => known.clear(),
  }
}
