import { coalesceRuns } from './coalesce.ts'

/** Runs `work` every `intervalMs`, never twice at once. Its signal aborts when a stop begins. For `lifecycle.addWorker`. */
export function createPeriodic(deps: {
  work: (stopping: AbortSignal) => Promise<void>
  intervalMs: number
  onError: (error: unknown) => void
}) {
  const stopping = new AbortController()
  const runs = coalesceRuns(() => deps.work(stopping.signal), deps.onError)
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
      stopping.abort()
      await runs.settled()
    },
  }
}
