import { coalesceRuns } from './coalesce.ts'

/** Runs `work` every `intervalMs`, never twice at once. For `lifecycle.addWorker`. */
export function createPeriodic(deps: {
  work: () => Promise<void>
  intervalMs: number
  onError: (error: unknown) => void
}) {
  const runs = coalesceRuns(deps.work, deps.onError)
  let timer: NodeJS.Timeout | undefined
  return {
    start(): void {
      timer = setInterval(() => {
        if (!runs.isRunning()) void runs.trigger()
      }, deps.intervalMs)
    },
    /** Resolves when a running one has ended. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await runs.settled()
    },
  }
}
