import type { FileStorage } from './file-storage.ts'

const dayMs = 24 * 3600 * 1000

/** Keys per query. */
const batchSize = 500

/** The first run covers folders up to this age, later runs only the one that has become old enough. */
const maxAgeDays = 8

/**
 * Returns a job that removes files without a row, which a process killed during an upload leaves behind.
 * @param deps.folderOf returns the folder of files written at this time (milliseconds), one per day
 * @param deps.known returns the keys that have a row
 */
export function createOrphanSweep(deps: {
  storage: FileStorage
  folderOf: (milliseconds: number) => string
  known: (keys: string[]) => Promise<Set<string>>
}): (now: number) => Promise<void> {
  const { storage, folderOf, known } = deps
  let sweptUpTo = ''

  async function removeUnknown(keys: string[]): Promise<void> {
    if (keys.length === 0) return
    const kept = await known(keys)
    for (const key of keys) if (!kept.has(key)) await storage.remove(key)
  }

  async function sweepFolder(folder: string): Promise<void> {
    let keys: string[] = []
    for await (const key of storage.list(folder)) {
      keys.push(key)
      if (keys.length < batchSize) continue
      await removeUnknown(keys)
      keys = []
    }
    await removeUnknown(keys)
  }

  return async (now) => {
    // From two days ago on: yesterday's folder may have an upload in progress.
    for (let age = maxAgeDays; age >= 2; age -= 1) {
      const folder = folderOf(now - age * dayMs)
      if (folder <= sweptUpTo) continue
      await sweepFolder(folder)
      sweptUpTo = folder
    }
  }
}
