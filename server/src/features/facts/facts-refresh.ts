/** Figures of open conversations are at most this old. */
const refreshIntervalMs = 30_000

/** Runs `refresh` repeatedly. Several processes may run it concurrently. */
export function createFactsRefresh(deps: {
  refresh: (signal: AbortSignal) => Promise<void>
  onError: (error: unknown) => void
}) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  const stopping = new AbortController()

  function scheduleNext(): void {
    timer = setTimeout(() => {
      running = deps
        .refresh(stopping.signal)
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
