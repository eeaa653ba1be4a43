import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { deleteUnattached, knownKeys } from './media-store.ts'
import type { MediaStorage } from './media-storage.ts'

const day = 24 * 3600 * 1000

/** Rows or keys at a time. */
const batch = 500

/** Folders of this many days are looked through at the first run; later only the one that has come of age. */
const oldestFolder = 8

/**
 * Takes away what nobody will ever ask for: uploads that were not sent within a day, and bytes without a row,
 * which a process killed in the middle of an upload leaves behind.
 */
export function createMediaSweep(deps: { db: Database; storage: MediaStorage; clock: Clock }) {
  const { db, storage, clock } = deps
  let lookedThrough = ''

  return async (): Promise<void> => {
    const now = clock()
    for (;;) {
      const keys = await deleteUnattached(db, timestamp(now - day), batch)
      for (const key of keys) await storage.remove(key)
      if (keys.length < batch) break
    }
    // Not the folder of yesterday: it may hold an upload that is still under way.
    for (let age = oldestFolder; age >= 2; age -= 1) {
      const folder = dayOf(now - age * day)
      if (folder <= lookedThrough) continue
      await sweepFolder(db, storage, folder)
      lookedThrough = folder
    }
  }
}

/** The folder of an upload that begins at this time. */
export const dayOf = (milliseconds: number): string => timestamp(milliseconds).slice(0, 10)

async function sweepFolder(db: Database, storage: MediaStorage, folder: string): Promise<void> {
  const removeUnknown = async (keys: string[]) => {
    if (keys.length === 0) return
    const known = await knownKeys(db, keys)
    for (const key of keys) if (!known.has(key)) await storage.remove(key)
  }
  let keys: string[] = []
  for await (const key of storage.list(folder)) {
    keys.push(key)
    if (keys.length < batch) continue
    await removeUnknown(keys)
    keys = []
  }
  await removeUnknown(keys)
}
