import type { Logger } from '../../core/logger.ts'
import { removeOldWorkDirectories } from './work-directory.ts'

/** Between two runs. Each is three queries on small indexes. */
const runIntervalMs = 1000

/** A process that is restarted right after it was killed finds only young leftovers. */
const cleanUpIntervalMs = 6 * 3_600_000

/** Runs the work on recordings again and again, in processes with the role worker. */
export function createRecordingWorker(deps: { work: () => Promise<void>; logger: Logger }) {
  let timer: NodeJS.Timeout | undefined
  let cleaning: NodeJS.Timeout | undefined
  let working = false
  let running: Promise<void> = Promise.resolve()

  function run(): void {
    working = true
    running = deps
      .work()
      .catch((error: unknown) => deps.logger.error({ err: error }, 'recordings'))
      .finally(() => {
        working = false
        if (timer !== undefined) timer = setTimeout(run, runIntervalMs)
      })
  }

  const cleanUp = (): void => void removeOldWorkDirectories(deps.logger)

  return {
    start(): void {
      timer = setTimeout(run, runIntervalMs)
      cleanUp()
      cleaning = setInterval(cleanUp, cleanUpIntervalMs)
    },
    /** Runs without waiting for the interval, unless it runs already or was not started. */
    wake(): void {
      if (timer === undefined || working) return
      clearTimeout(timer)
      run()
    },
    /** Resolves when the current run has ended. */
    async stop(): Promise<void> {
      clearTimeout(timer)
      clearInterval(cleaning)
      timer = undefined
      await running
    },
  }
}
