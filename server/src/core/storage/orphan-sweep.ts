import type { FileStorage } from './file-storage.ts'

const day = 24 * 3600 * 1000

/** Keys at a time. */
const batch = 500

/** Folders of this many days are looked through at the first run; later only the one that has come of age. */
const oldestFolder = 8

/**
 * Takes away bytes without a row, which a process killed in the middle of a write leaves behind.
 * @param deps.folderOf the folder that something written at this time (milliseconds) is in: one a day
 * @param deps.known those of the keys that a row names
 */
export function createOrphanSweep(deps: {
  storage: FileStorage
  folderOf: (milliseconds: number) => string
  known: (keys: string[]) => Promise<Set<string>>
}): (now: number) => Promise<void> {
  const { storage, folderOf, known } = deps
  let lookedThrough = ''

  async function removeUnknown(keys: string[]): Promise<void> {
    if (keys.length === 0) return
    const kept = await known(keys)
    for (const key of keys) if (!kept.has(key)) await storage.remove(key)
  }

  async function sweepFolder(folder: string): Promise<void> {
    let keys: string[] = []
    for await (const key of storage.list(folder)) {
      keys.push(key)
      if (keys.length < batch) continue
      await removeUnknown(keys)
      keys = []
    }
    await removeUnknown(keys)
  }

  return async (now) => {
    // Not the folder of yesterday: it may hold something that is still being written.
    for (let age = oldestFolder; age >= 2; age -= 1) {
      const folder = folderOf(now - age * day)
      if (folder <= lookedThrough) continue
      await sweepFolder(folder)
      lookedThrough = folder
    }
  }
}
