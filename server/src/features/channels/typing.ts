import { LRUCache } from 'lru-cache'
import { atMost, createTtlCache } from '../../core/cache.ts'
import { hasPassed, type Clock } from '../../core/clock.ts'

/** Platforms show it for about five seconds. */
const repeatMs = 4000

/** Shows contacts that an agent of this process is typing. Best effort, at most once in `repeatMs`. */
export function forwardTyping(deps: {
  onAgentTyping: (listen: (customerId: string) => void) => () => void
  clock: Clock
  /** undefined: the customer is not a contact of a platform that shows typing. */
  showTypingOf: (customerId: string) => Promise<(() => Promise<void>) | undefined>
  onError: (error: unknown) => void
}): () => void {
  const { clock } = deps
  const known = createTtlCache(deps.showTypingOf, { ttlMs: 60_000, maxEntries: 5000 }, clock)
  const shownAt = new LRUCache<string, number>(atMost(5000))
  return deps.onAgentTyping((customerId) => {
    if (!hasPassed(repeatMs, shownAt.get(customerId) ?? -Infinity, clock)) return
    shownAt.set(customerId, clock())
    void known
      .get(customerId)
      .then((show) => show?.())
      .catch(deps.onError)
  })
}
