import { sql } from 'kysely'
import type { Database } from './database.ts'

/** A cancellation that arrives between two statements is ignored, so it is repeated. */
const cancelIntervalMs = 200

/** The server process of a connection: columns of pg_stat_activity. */
export interface Backend {
  pid: number
  since: string
}

/** Cancels the statements in progress of a connection once `signal` has aborted, until `end`. */
export function cancelOnAbort(db: Database, backend: Backend | undefined, signal: AbortSignal) {
  let timer: NodeJS.Timeout | undefined
  let cancelling: Promise<void> | null = null
  // `since`: the address may lead to several servers, whose process ids are not the same.
  const cancel = async () => {
    await sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where pid = ${backend?.pid ?? null} and backend_start = ${backend?.since ?? null}::timestamptz`.execute(
      db,
    )
  }
  const begin = () => {
    const next = () => {
      // One that could not be sent is followed by another. While the pool is busy, one waits, and not many.
      cancelling ??= cancel()
        .catch(() => {})
        .finally(() => (cancelling = null))
    }
    next()
    timer = setInterval(next, cancelIntervalMs)
  }
  signal.addEventListener('abort', begin, { once: true })
  if (signal.aborted) begin()
  return {
    /** The connection is used by others afterwards, so no cancellation may be pending. */
    async end(): Promise<void> {
      signal.removeEventListener('abort', begin)
      clearInterval(timer)
      await cancelling
    },
  }
}
