import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Messages wait for each turn of a report, several times on their way. With 5 ms the 99th percentile of messages beside reports was
 * twice that of messages alone (`npm run bench -- reports --only R2`).
 */
const maxTurnMs = 1

export type YieldIfDue = () => Promise<void>

/** Lets other work run once a turn has lasted long enough. */
export function createYield(): YieldIfDue {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxTurnMs) return
    await nextTurn()
    since = performance.now()
  }
}
