import { readFile, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { giveToOwnerOf, ignoreMissing, writePrivateFile } from './data-dir.ts'

export type FileLock =
  | { held: true; release(): Promise<void> }
  /** `holder` names the living process that holds the lock. */
  | { held: false; holder: string }

/** Keeps held locks reachable: the garbage collector closes a database without references, which releases its lock. */
const heldLocks = new Set<DatabaseSync>()

/**
 * Takes an exclusive lock on `file` without waiting. Excludes other processes and other containers on the same volume;
 * the kernel releases it when its holder ends, however that happens. Node has no call for such a lock, but SQLite takes
 * one (fcntl) on a file it writes. The alternatives are in docs/decisions/libraries.md.
 */
export async function acquireFileLock(file: string): Promise<FileLock> {
  const database = new DatabaseSync(file, { timeout: 0 })
  const holderFile = `${file}.holder`
  try {
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    if (!isBusy(error)) throw error
    const holder = await readFile(holderFile, 'utf8').catch(ignoreMissing)
    return { held: false, holder: holder?.trim() ?? 'one that is just starting' }
  }
  heldLocks.add(database)
  // By path: opening and closing the file in this process would release its lock (fcntl).
  await giveToOwnerOf(path.dirname(file), file)
  await writePrivateFile(holderFile, `process ${process.pid} on ${hostname()}\n`)
  const release = async () => {
    await unlink(holderFile).catch(ignoreMissing)
    database.close()
    heldLocks.delete(database)
  }
  return { held: true, release }
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
