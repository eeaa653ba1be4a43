import { LRUCache } from 'lru-cache'
import { hasPassed, type Clock } from './clock.ts'

export interface TtlCache<T> {
  /** Returns the cached value, or the result of a new load. Rejects when the load fails. */
  get(key: string): Promise<T>
  /** Also drops a load in progress: it may have read the state before the change. */
  delete(key: string): void
  deleteWithPrefix(prefix: string): void
  clear(): void
}

/**
 * Options for an LRU cache of at most this many entries. The library's own `max` allocates space for all of them at once:
 * the limits of this service were a tenth of its start and 10 MiB (docs/decisions/server-bundle.md).
 */
export const atMost = (maxEntries: number) => ({ maxSize: maxEntries, sizeCalculation: () => 1 })

/**
 * Caches the results of `load`, `undefined` included, for `ttlMs`. Concurrent calls for one key share one load; failures
 * are not cached. Beyond `maxEntries` the least recently used entry is evicted.
 */
export function createTtlCache<T>(
  load: (key: string) => Promise<T>,
  limits: { ttlMs: number; maxEntries: number },
  clock: Clock,
): TtlCache<T> {
  // Expiry is ours: the library's clock cannot be a test clock that starts at 0.
  const entries = new LRUCache<string, { value: Promise<T>; loadedAt: number }>(atMost(limits.maxEntries))
  return {
    get(key) {
      const cached = entries.get(key)
      if (cached && !hasPassed(limits.ttlMs, cached.loadedAt, clock)) return cached.value
      const entry = { value: load(key), loadedAt: clock() }
      entries.set(key, entry)
      entry.value.catch(() => {
        if (entries.peek(key) === entry) entries.delete(key)
      })
      return entry.value
    },
    delete: (key) => void entries.delete(key),
    deleteWithPrefix(prefix) {
      for (const key of entries.keys()) if (key.startsWith(prefix)) entries.delete(key)
    },
    clear: () => entries.clear(),
  }
}

/** LRU cache for `make(key)`, which must be pure. What it throws is passed on and not cached. */
export function memoize<T extends {}>(make: (key: string) => T, maxEntries: number): (key: string) => T {
  const values = new LRUCache<string, T>({ ...atMost(maxEntries), memoMethod: make })
  return (key) => values.memo(key)
}
