import type pg from 'pg'

/**
 * Merges the pending list of the search index. Left to PostgreSQL, the message that fills the list merges all of it on its
 * way to the disk: at 1,000 messages a second one batch in eight seconds took 40 to 200 ms (`npm run bench -- chat --only B1`).
 * Small merges also keep the inbox search quick, which reads the list from end to end.
 *
 * Harmless in several processes at once: the index has one merger at a time, and a second one finds nothing left.
 */
export function createSearchUpkeep(deps: { pool: pg.Pool; onError: (error: unknown) => void }) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null

  async function merge(): Promise<void> {
    try {
      await deps.pool.query("select gin_clean_pending_list('message_search')")
    } catch (error) {
      deps.onError(error)
    }
  }

  function scheduleNext(): void {
    timer = setTimeout(() => {
      running = merge().finally(() => {
        running = null
        if (timer !== undefined) scheduleNext()
      })
    }, mergeEvery)
  }

  return {
    start: scheduleNext,
    /** Waits for a merge that is under way. */
    async stop(): Promise<void> {
      clearTimeout(timer)
      timer = undefined
      await running
    },
  }
}

/** Milliseconds. A list that is empty costs one look at one page. */
const mergeEvery = 1000
