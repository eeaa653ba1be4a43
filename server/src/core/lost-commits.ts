import { setTimeout as delay } from 'node:timers/promises'

/**
 * A commit takes effect although its connection was lost before the response, and is announced to nobody. So a gap of the bus is
 * reported once the database answers again.
 */
export function createLostCommits(deps: {
  askDatabase: () => Promise<unknown>
  reportGap: () => void
  /** Before each question, because statements whose connection was lost still run to their end. Default 1 s. */
  checkIntervalMs?: number
}) {
  const { askDatabase, checkIntervalMs = 1_000 } = deps
  const closing = new AbortController()
  const { signal } = closing
  /** Set again by a connection that is lost after the question. */
  let isLost = false
  let reporting: Promise<void> | null = null

  const databaseAnswers = () =>
    askDatabase().then(
      () => true,
      () => false,
    )

  async function report(): Promise<void> {
    while (isLost) {
      await delay(checkIntervalMs, undefined, { signal, ref: false }).catch(() => {})
      isLost = false
      if ((await databaseAnswers()) || signal.aborted) deps.reportGap()
      else isLost = true
    }
    reporting = null
  }

  return {
    /** A connection was lost while it was in use. */
    onConnectionLost(): void {
      isLost = true
      reporting ??= report()
    },
    /** Reports at once what it has not reported yet. */
    async close(): Promise<void> {
      closing.abort()
      await reporting
    },
  }
}
