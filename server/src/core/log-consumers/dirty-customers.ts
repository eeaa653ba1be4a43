import type { Clock } from '../clock.ts'

interface Mark {
  generation: number
  /** When the customer was first marked, in milliseconds since 1970. */
  since: number
}

export type DirtyCustomers = ReturnType<typeof createDirtyCustomers>

/**
 * The customers of one consumer with entries to handle. Marks coalesce; the first one is served first. A mark carries the
 * generation in which it was made, which tells when everything that one discovery found is handled.
 */
export function createDirtyCustomers(clock: Clock) {
  let waiting = new Map<string, Mark>()
  let inFlight = new Map<string, Mark>()
  let generation = 0

  return {
    get size(): number {
      return waiting.size
    },
    mark(customerId: string): void {
      if (!waiting.has(customerId)) waiting.set(customerId, { generation, since: clock() })
    },
    take(count: number): string[] {
      if (inFlight.size === 0 && waiting.size <= count) {
        // Moving marks one by one would allocate tables for both maps, which outlive the young generation.
        ;[waiting, inFlight] = [inFlight, waiting]
        return [...inFlight.keys()]
      }
      const taken: string[] = []
      for (const [customerId, mark] of waiting) {
        if (taken.length === count) break
        waiting.delete(customerId)
        inFlight.set(customerId, mark)
        taken.push(customerId)
      }
      return taken
    },
    done(customerIds: string[]): void {
      const areAll = customerIds.length === inFlight.size && customerIds.every((id) => inFlight.has(id))
      // A map that is emptied one by one allocates smaller and smaller tables.
      if (areAll) inFlight = new Map()
      else for (const customerId of customerIds) inFlight.delete(customerId)
    },
    /** Taken, but there is more to handle: keeps its age, and goes to the end. */
    putBack(customerIds: string[]): void {
      for (const customerId of customerIds) {
        const mark = inFlight.get(customerId)
        inFlight.delete(customerId)
        if (!mark) continue
        waiting.delete(customerId)
        waiting.set(customerId, mark)
      }
    },
    /** Begins a new generation and returns the one that has ended. */
    advance(): number {
      generation += 1
      return generation - 1
    },
    /** Whether every mark of this generation and of those before it is handled. */
    isHandled(upTo: number): boolean {
      for (const marks of [waiting, inFlight])
        for (const mark of marks.values()) if (mark.generation <= upTo) return false
      return true
    },
    /** When the oldest customer that waits was marked; undefined: none waits. */
    oldest(): number | undefined {
      let oldest: number | undefined
      for (const marks of [waiting, inFlight])
        for (const { since } of marks.values()) if (oldest === undefined || since < oldest) oldest = since
      return oldest
    },
    /** Forgets those that wait and belong to another process now. */
    keepOnly(isOurs: (customerId: string) => boolean): void {
      for (const customerId of waiting.keys()) if (!isOurs(customerId)) waiting.delete(customerId)
    },
  }
}
