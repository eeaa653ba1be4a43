import { setImmediate as nextTurn } from 'node:timers/promises'

/** Days are stored in the main thread: messages wait for each turn, several times on their way. */
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
