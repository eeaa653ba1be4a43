import type pg from 'pg'

/**
 * Merges the pending list of the search index. Without it, the message that fills the list merges all of it before its
 * commit: at 1,000 messages a second, one batch every eight seconds took 40 to 200 ms (`npm run bench -- chat --only B1`).
 * Small merges also keep the inbox search fast, which scans the whole list.
 *
 * Safe in several processes at once: PostgreSQL runs one merge of an index at a time, and a second one finds an empty list.
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
    }, mergeIntervalMs)
  }

  return {
    start: scheduleNext,
    /** Resolves once a running merge has finished. */
    async stop(): Promise<void> {
      clearTimeout(timer)
      timer = undefined
      await running
    },
  }
}

/** Merging an empty list reads one page. */
const mergeIntervalMs = 1000
