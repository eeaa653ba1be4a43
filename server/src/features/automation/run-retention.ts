import { timestamp, type Clock } from '../../core/clock.ts'
import { readDatabaseMs } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'
import { deleteOldRuns } from './run-store.ts'

const retentionMs = 90 * 24 * 3600 * 1000
const batchSize = 1000

/** Deletes old runs in small transactions. What they did stays in the log. */
export function createRunRetention(deps: { db: Database; clock: Clock }) {
  return async (): Promise<void> => {
    const before = timestamp((await readDatabaseMs(deps.db, deps.clock)) - retentionMs)
    while ((await deleteOldRuns(deps.db, before, batchSize)) === batchSize);
  }
}
