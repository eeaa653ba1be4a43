import type { Logger } from '../logger.ts'
import { settleEach } from '../settle-each.ts'
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
  logger: Logger
}): (now: number) => Promise<void> {
  const { storage, folderOf, known, logger } = deps
  let sweptUpTo = ''

  async function sweepFolder(folder: string): Promise<void> {
    const keys: string[] = []
    for await (const key of storage.list(folder)) keys.push(key)
    const unknown: string[] = []
    for (let at = 0; at < keys.length; at += batchSize) {
      const batch = keys.slice(at, at + batchSize)
      const kept = await known(batch)
      unknown.push(...batch.filter((key) => !kept.has(key)))
    }
    // More likely files of another database, for example of the original of a copied database, than leftovers alone.
    if (keys.length > 0 && unknown.length === keys.length)
      return logger.warn(
        { folder, files: keys.length },
        'the database knows no file of this folder, so none is removed: check that no other installation uses this storage',
      )
    await settleEach(unknown, (key) => storage.remove(key))
  }

  return async (now) => {
    // From two days ago on: yesterday's folder may have an upload in progress.
    const ages = Array.from({ length: maxAgeDays - 1 }, (_, index) => maxAgeDays - index)
    const folders = ages.map((age) => folderOf(now - age * dayMs)).filter((folder) => folder > sweptUpTo)
    let hasFailed = false
    await settleEach(folders, async (folder) => {
      await sweepFolder(folder).catch((error: unknown) => {
        hasFailed = true
        throw error
      })
      // A folder that failed is swept again, with those after it.
      if (!hasFailed) sweptUpTo = folder
    })
  }
}
