import { coalesceRuns } from '../core/coalesce.ts'

/** Visitors per look-up statement. */
const maxVisitors = 1_000

type Created = (customerId: string) => void

export type AwaitedCustomers = ReturnType<typeof createAwaitedCustomers>

/**
 * Visitors without a row, whose sockets wait for the hint that announces their customer. The hint may be lost in a gap of the
 * bus, so afterwards they are looked up (SPEC L5).
 */
export function createAwaitedCustomers(deps: {
  /** Returns the customers of those of these visitors who have one. */
  find: (visitors: string[]) => Promise<Map<string, string>>
  /** Called after the callbacks of customers that were looked up: there was no hint with their entries. */
  onFound: (customerIds: string[]) => Promise<void>
  onError: (error: unknown) => void
}) {
  const awaited = new Map<string, Set<Created>>()
  /** Visitors to look up. */
  const unsure = new Set<string>()

  function announce(visitor: string, customerId: string): void {
    const waiting = awaited.get(visitor)
    awaited.delete(visitor)
    for (const created of waiting ?? []) created(customerId)
  }

  const lookUps = coalesceRuns(async () => {
    while (unsure.size > 0) {
      const visitors = [...unsure].slice(0, maxVisitors)
      // Before the look-up, so that a gap during it adds them again.
      for (const visitor of visitors) unsure.delete(visitor)
      const found = await findOrKeep(visitors.filter((visitor) => awaited.has(visitor)))
      for (const [visitor, customerId] of found) announce(visitor, customerId)
      await deps.onFound([...found.values()])
    }
  }, deps.onError)

  async function findOrKeep(visitors: string[]): Promise<Map<string, string>> {
    if (visitors.length === 0) return new Map()
    try {
      return await deps.find(visitors)
    } catch (error) {
      for (const visitor of visitors) unsure.add(visitor)
      throw error
    }
  }

  return {
    /** Calls `created` once the customer of this visitor is created. Returns how to cancel. */
    add(visitor: string, created: Created): () => void {
      const waiting = awaited.get(visitor) ?? new Set()
      awaited.set(visitor, waiting)
      waiting.add(created)
      return () => {
        waiting.delete(created)
        if (waiting.size === 0 && awaited.get(visitor) === waiting) awaited.delete(visitor)
      }
    },
    announce,
    /** Hints may have been lost: looks up all awaited customers. */
    lookUpAll(): void {
      for (const visitor of awaited.keys()) unsure.add(visitor)
      void lookUps.trigger()
    },
    /** Repeats what failed of the last look-up. */
    retry(): void {
      if (unsure.size > 0) void lookUps.trigger()
    },
    /** Resolves when no look-up is in progress. */
    async close(): Promise<void> {
      awaited.clear()
      unsure.clear()
      await lookUps.settled()
    },
  }
}
