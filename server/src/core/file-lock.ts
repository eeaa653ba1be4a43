import { chown, readFile, stat, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ignoreMissing, writePrivateFile } from './data-dir.ts'

export type ServiceLock =
  | { held: true; release(): Promise<void> }
  /** `holder` names the living process that has it. */
  | { held: false; holder: string }

/** Kept here, for a database that nobody refers to is closed by the garbage collector, and its lock is gone. */
const held = new Set<DatabaseSync>()

/**
 * One living process at a time, also on a volume that several containers share. The lock must go with its holder however that
 * ends, and must not be mistaken when a pid comes round again: only the system's own file locks are like that. Node has
 * no call for them, but SQLite takes one (fcntl) on the file it writes, so an empty database stands here for its lock.
 */
export async function takeServiceLock(file: string): Promise<ServiceLock> {
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
  held.add(database)
  await giveToOwnerOf(path.dirname(file), file)
  await writePrivateFile(holderFile, `process ${process.pid} on ${hostname()}\n`)
  const release = async () => {
    await unlink(holderFile).catch(ignoreMissing)
    database.close()
    held.delete(database)
  }
  return { held: true, release }
}

/** SQLITE_BUSY */
const busy = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === busy
}

/** By its path: were the file opened and closed here, the system would drop this process's lock on it. */
async function giveToOwnerOf(directory: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(directory)
  await chown(file, uid, gid)
}
