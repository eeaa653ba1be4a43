import { timestamp, type Clock } from '../../core/clock.ts'
import { coalesceRuns } from '../../core/coalesce.ts'

/** Customers per statement. */
const maxBatch = 1_000
const retryDelayMs = 5_000

export interface LastSeen {
  /** The customer's socket has just closed. */
  note(customerId: string): void
  /** Resolves when everything is written. A failed write is retried once, then reported and dropped. */
  settled(): Promise<void>
}

/**
 * Writes when customers were last connected. A stopping service closes thousands of sockets in one moment: those that close
 * while a statement runs share the next one. Failed writes are retried.
 */
export function createLastSeen(deps: {
  /** Writes times by customer. */
  write: (seen: ReadonlyMap<string, string>) => Promise<void>
  clock: Clock
  onError: (error: unknown) => void
}): LastSeen {
  const waiting = new Map<string, string>()
  let retry: NodeJS.Timeout | undefined

  const runs = coalesceRuns(async () => {
    while (waiting.size > 0) {
      const batch = new Map([...waiting].slice(0, maxBatch))
      for (const customerId of batch.keys()) waiting.delete(customerId)
      try {
        await deps.write(batch)
      } catch (error) {
        for (const [customerId, at] of batch) if (!waiting.has(customerId)) waiting.set(customerId, at)
        clearTimeout(retry)
        retry = setTimeout(() => void runs.trigger(), retryDelayMs)
        throw error
      }
    }
  }, deps.onError)

  return {
    note(customerId) {
      waiting.set(customerId, timestamp(deps.clock()))
      void runs.trigger()
    },
    async settled() {
      await runs.settled()
      if (waiting.size > 0) await runs.trigger()
      clearTimeout(retry)
    },
  }
}
