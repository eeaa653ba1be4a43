import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import type { Logger } from '../../core/logger.ts'
import type { FileStorage } from '../../core/storage/file-storage.ts'
import { createOrphanSweep } from '../../core/storage/orphan-sweep.ts'
import { deleteRecording, findExpired, knownKeys } from './recording-file-store.ts'
import { folderOf } from './recording-names.ts'

const batchSize = 100

/**
 * Deletes recordings past their retention, and stored bytes without a row. Bytes are deleted before the row: a leftover row is
 * deleted by the next run, leftover bytes would never be found.
 */
export function createRecordingRetention(deps: {
  db: Database
  storage: FileStorage
  clock: Clock
  logger: Logger
  confirmFiles: () => Promise<void>
}) {
  const { db, storage, clock, logger } = deps
  const sweepOrphans = createOrphanSweep({ storage, logger, folderOf, known: (keys) => knownKeys(db, keys) })

  return async (): Promise<void> => {
    await deps.confirmFiles()
    const now = clock()
    for (;;) {
      const expired = await findExpired(db, timestamp(now), batchSize)
      for (const recording of expired) {
        for (const key of recording.keys) await storage.remove(key)
        await deleteRecording(db, recording)
      }
      if (expired.length < batchSize) break
    }
    await sweepOrphans(now)
  }
}
