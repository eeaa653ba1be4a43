/** Handles rows that are due, with other processes. */
export interface DueWorker {
  start(): void
  /** Claims what is due. Cheap to call often. */
  wake(): void
  /** Handles what is due now, for tests with a clock. Resolves when nothing more is. */
  look(): Promise<void>
  /** Claims no more and resolves when the rows in progress are handled. */
  stop(): Promise<void>
}

/**
 * Polls, because rows become due by time. Once started, `wake` also polls at once. Each slot is free as soon as its row is handled, so that a slow
 * row takes one place only.
 * @param deps.claim takes due rows for a limited time, so that another process takes over those of a dead one
 * @param deps.handle what it throws is reported; the row stays claimed until its time is over
 */
export function createDueWorker<Row>(deps: {
  claim: (max: number) => Promise<Row[]>
  handle: (row: Row) => Promise<void>
  onError: (error: unknown) => void
  intervalMs: number
  maxConcurrent: number
}): DueWorker {
  const inProgress = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | null = null
  let claiming: Promise<void> | null = null
  let again = false
  let stopped = false

  async function claimAll(): Promise<void> {
    while (again) {
      again = false
      const room = deps.maxConcurrent - inProgress.size
      // The end of a row looks again.
      if (stopped || room <= 0) return
      for (const row of await deps.claim(room)) {
        const work = deps
          .handle(row)
          .catch(deps.onError)
          .finally(() => {
            inProgress.delete(work)
            claim()
          })
        inProgress.add(work)
      }
    }
  }

  function claim(): void {
    again = true
    claiming ??= claimAll()
      .catch(deps.onError)
      .finally(() => {
        claiming = null
        // Asked for after the last look.
        if (again && !stopped) claim()
      })
  }

  const running = () => [...inProgress, ...(claiming === null ? [] : [claiming])]

  return {
    async look() {
      claim()
      for (let work = running(); work.length > 0; work = running()) await Promise.all(work)
    },
    wake() {
      if (timer !== null && !stopped) claim()
    },
    start() {
      timer = setInterval(claim, deps.intervalMs)
      claim()
    },
    async stop() {
      stopped = true
      if (timer !== null) clearInterval(timer)
      await claiming
      await Promise.all(inProgress)
    },
  }
}
