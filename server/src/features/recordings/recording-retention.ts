import { timestamp, type Clock } from '../../core/clock.ts'
import { readDatabaseMs } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'
import type { Logger } from '../../core/logger.ts'
import { settleEach } from '../../core/settle-each.ts'
import type { FileStorage } from '../../core/storage/file-storage.ts'
import { createOrphanSweep } from '../../core/storage/orphan-sweep.ts'
import { removeDue } from '../../core/storage/removals.ts'
import { deleteRecording, findExpired, knownKeys } from './recording-file-store.ts'
import { folderOf } from './recording-names.ts'

const batchSize = 100

/** Returns a job that deletes recordings past their retention, and files without a row. */
export function createRecordingRetention(deps: {
  db: Database
  storage: FileStorage
  clock: Clock
  logger: Logger
  confirmFiles: () => Promise<void>
}) {
  const { db, storage, clock, logger } = deps
  const sweepOrphans = createOrphanSweep({ storage, logger, folderOf, known: (keys) => knownKeys(db, keys) })

  async function deleteExpired(now: number): Promise<void> {
    for (;;) {
      const expired = await findExpired(db, timestamp(now), batchSize)
      for (const recording of expired) await deleteRecording(db, recording, timestamp(now))
      if (expired.length < batchSize) break
    }
    await removeDue(deps, now)
  }

  return async (): Promise<void> => {
    await deps.confirmFiles()
    const now = await readDatabaseMs(db, clock)
    await settleEach([deleteExpired, sweepOrphans], (remove) => remove(now))
  }
}
