import { setTimeout as delay } from 'node:timers/promises'
import { coalesceRuns } from './coalesce.ts'

/**
 * A commit takes effect although its connection was lost before the response, and is announced to nobody. So a gap of the bus is
 * reported once the database answers again.
 */
export function createLostCommits(deps: {
  askDatabase: () => Promise<unknown>
  reportGap: () => void
  /** When it aborts, the gap is reported at once. */
  signal: AbortSignal
  onError: (error: unknown) => void
  /** Before each question, because statements whose connection was lost still run to their end. Default 1 s. */
  checkIntervalMs?: number
}) {
  const { signal, checkIntervalMs = 1_000 } = deps

  async function databaseAnswers(): Promise<void> {
    while (!signal.aborted) {
      await delay(checkIntervalMs, undefined, { signal, ref: false }).catch(() => {})
      const answers = await deps.askDatabase().then(
        () => true,
        () => false,
      )
      if (answers) return
    }
  }

  const reports = coalesceRuns(async () => {
    await databaseAnswers()
    deps.reportGap()
  }, deps.onError)

  return {
    /** A connection was lost while it was in use. */
    onConnectionLost: () => void reports.trigger(),
    settled: reports.settled,
  }
}
