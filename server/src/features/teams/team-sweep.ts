/** Handles conditions without an event: a customer who was locked during a claim, an elapsed time, an ended call. */
const sweepIntervalMs = 3000

/** Runs `sweep` repeatedly. Several processes may sweep concurrently. */
export function createTeamSweep(deps: { sweep: () => Promise<void>; onError: (error: unknown) => void }) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null

  function scheduleNext(): void {
    timer = setTimeout(() => {
      running = deps
        .sweep()
        .catch(deps.onError)
        .finally(() => {
          running = null
          if (timer !== undefined) scheduleNext()
        })
    }, sweepIntervalMs)
  }

  return {
    start: scheduleNext,
    /** Resolves once a running sweep has finished. */
    async stop(): Promise<void> {
      clearTimeout(timer)
      timer = undefined
      await running
    },
  }
}
