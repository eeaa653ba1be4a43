import { timestamp, type Clock } from '../../core/clock.ts'
import { readDatabaseMs } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'
import { deleteOlder } from './notification-store.ts'

const retentionMs = 90 * 24 * 3600 * 1000
const batchSize = 1000

/** Deletes notifications past their retention, read or not, in small transactions. */
export function createNotificationRetention(deps: { db: Database; clock: Clock }) {
  return async (): Promise<void> => {
    const before = timestamp((await readDatabaseMs(deps.db, deps.clock)) - retentionMs)
    while ((await deleteOlder(deps.db, before, batchSize)) === batchSize);
  }
}
