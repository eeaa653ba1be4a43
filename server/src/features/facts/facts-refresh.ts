import { setTimeout as delay } from 'node:timers/promises'
import type { Pace } from './customer-groups.ts'

/** Figures of open conversations are at most this old, and as much older as a refresh takes. */
const refreshIntervalMs = 30_000

/** Pause after each piece of work, as a multiple of its duration: a refresh takes at most a fifth of a core and of a connection. */
const restFactor = 4
/** A group that has waited for a lock or the database has not loaded it meanwhile. */
const maxRestMs = 20_000

export const restMsAfter = (workedMs: number): number => Math.min(workedMs * restFactor, maxRestMs)

/** Runs `refresh` repeatedly. Several processes may run it concurrently. */
export function createFactsRefresh(deps: {
  refresh: (pace: Pace) => Promise<void>
  onError: (error: unknown) => void
}) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  const stopping = new AbortController()

  const rest = (workedMs: number): Promise<void> =>
    delay(restMsAfter(workedMs), undefined, { signal: stopping.signal }).catch(() => undefined)

  function scheduleNext(): void {
    timer = setTimeout(() => {
      running = deps
        .refresh({ signal: stopping.signal, rest })
        .catch(deps.onError)
        .finally(() => {
          running = null
          if (timer !== undefined) scheduleNext()
        })
    }, refreshIntervalMs)
  }

  return {
    start: scheduleNext,
    /** Resolves once a running refresh has finished. */
    async stop(): Promise<void> {
      clearTimeout(timer)
      timer = undefined
      stopping.abort()
      await running
    },
  }
}
