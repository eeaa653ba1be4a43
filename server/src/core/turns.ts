/**
 * At most `places` pieces of work at once, the others wait their turn. A transaction asks for one before it takes
 * a connection: its rules may read beside it on a second one, and without a bound as many transactions as the
 * pool has connections would wait for each other for ever.
 */
export function createTurns(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = places
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
