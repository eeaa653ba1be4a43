import { timestamp, type Clock } from '../../core/clock.ts'
import { readDatabaseMs } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'
import type { Logger } from '../../core/logger.ts'
import { settleEach } from '../../core/settle-each.ts'
import type { FileStorage } from '../../core/storage/file-storage.ts'
import { createOrphanSweep } from '../../core/storage/orphan-sweep.ts'
import { removeDue } from '../../core/storage/removals.ts'
import { deleteUnattached, knownKeys } from './media-store.ts'

const dayMs = 24 * 3600 * 1000

/** Rows per statement. */
const batchSize = 500

/**
 * Returns a job that removes uploads that were not sent within a day, files whose removal failed, and files without a row, which a
 * process killed during an upload leaves behind.
 */
export function createMediaSweep(deps: {
  db: Database
  storage: FileStorage
  clock: Clock
  logger: Logger
  confirmFiles: () => Promise<void>
}) {
  const { db, storage, clock, logger } = deps
  const sweepOrphans = createOrphanSweep({
    storage,
    logger,
    folderOf: dayOf,
    known: (keys) => knownKeys(db, keys),
  })

  const removeRecorded = (now: number) => removeDue(deps, now)

  return async (): Promise<void> => {
    await deps.confirmFiles()
    const now = await readDatabaseMs(db, clock)
    for (;;) {
      const limits = { before: timestamp(now - dayMs), now: timestamp(now), max: batchSize }
      if ((await deleteUnattached(db, limits)) < batchSize) break
    }
    await settleEach([removeRecorded, sweepOrphans], (remove) => remove(now))
  }
}

/** Returns the storage folder of an upload that begins at this time. */
export const dayOf = (milliseconds: number): string => timestamp(milliseconds).slice(0, 10)
