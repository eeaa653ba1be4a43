import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import type { FileStorage } from '../../core/storage/file-storage.ts'
import { createOrphanSweep } from '../../core/storage/orphan-sweep.ts'
import { deleteUnattached, knownKeys } from './media-store.ts'

const dayMs = 24 * 3600 * 1000

/** Rows per statement. */
const batchSize = 500

/**
 * Returns a job that removes uploads that were not sent within a day, and files without a row, which a process killed
 * during an upload leaves behind.
 */
export function createMediaSweep(deps: { db: Database; storage: FileStorage; clock: Clock }) {
  const { db, storage, clock } = deps
  const sweepOrphans = createOrphanSweep({
    storage,
    folderOf: dayOf,
    known: (keys) => knownKeys(db, keys),
  })

  return async (): Promise<void> => {
    const now = clock()
    for (;;) {
      const keys = await deleteUnattached(db, timestamp(now - dayMs), batchSize)
      for (const key of keys) await storage.remove(key)
      if (keys.length < batchSize) break
    }
    await sweepOrphans(now)
  }
}

/** Returns the storage folder of an upload that begins at this time. */
export const dayOf = (milliseconds: number): string => timestamp(milliseconds).slice(0, 10)
