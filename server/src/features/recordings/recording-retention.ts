import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import type { FileStorage } from '../../core/storage/file-storage.ts'
import { createOrphanSweep } from '../../core/storage/orphan-sweep.ts'
import { deleteRecording, findExpired, knownKeys } from './file-store.ts'
import { folderOf } from './recording-names.ts'

const batch = 100

/**
 * Deletes what has been kept as long as its call's settings said, and bytes without a row. The bytes go first: a row that
 * stays finds nothing and is deleted by the next run, bytes that stayed would be found by nobody.
 */
export function createRecordingRetention(deps: { db: Database; storage: FileStorage; clock: Clock }) {
  const { db, storage, clock } = deps
  const sweepOrphans = createOrphanSweep({ storage, folderOf, known: (keys) => knownKeys(db, keys) })

  return async (): Promise<void> => {
    const now = clock()
    for (;;) {
      const expired = await findExpired(db, timestamp(now), batch)
      for (const recording of expired) {
        for (const key of recording.keys) await storage.remove(key)
        await deleteRecording(db, recording)
      }
      if (expired.length < batch) break
    }
    await sweepOrphans(now)
  }
}
