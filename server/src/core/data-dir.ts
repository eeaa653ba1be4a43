import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from './error-code.ts'
import { StartError } from './start-error.ts'

/**
 * Makes the data dir where it is missing and checks that this user may write to it.
 * @throws {StartError} with one line that says whose it is and what to do
 */
export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    // For root it stays passable: the embedded PostgreSQL lives inside and runs as another user. Every file in it has its own mode.
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    // Only writing tells: of permissions, quotas, full disks and read-only mounts alike.
    await unlink(await writeDraft(path.join(dataDir, 'probe'), 'probe'))
  } catch (cause) {
    throw new StartError(await unusable(dataDir, cause), { cause })
  }
}

/**
 * Reads a small private file, or makes it, readable for its owner alone. Of two processes that make it at
 * the same moment one wins, and both get the same content; a crash leaves no half-written one.
 */
export async function readOrCreatePrivateFile(file: string, create: () => string): Promise<string> {
  const found = await readFile(file, 'utf8').catch(ignoreMissing)
  if (found !== undefined) return found
  const draft = await writeDraft(file, create())
  try {
    await link(draft, file).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error
    })
  } finally {
    await unlink(draft)
  }
  return await readFile(file, 'utf8')
}

/** Writes or replaces a private file; a crash leaves the old or the new one, never a half. */
export async function writePrivateFile(file: string, content: string): Promise<void> {
  await rename(await writeDraft(file, content), file)
}

async function writeDraft(file: string, content: string): Promise<string> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
    // Root that helps out in an ordinary user's installation must not lock that user out.
    const { uid, gid } = await stat(path.dirname(file))
    if (process.getuid?.() === 0) await handle.chown(uid, gid)
  } catch (error) {
    await unlink(draft)
    throw error
  } finally {
    await handle.close()
  }
  return draft
}

/** For `.catch`: a file that is not there gives undefined, everything else stays an error. */
export function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}

async function unusable(dataDir: string, cause: unknown): Promise<string> {
  const code = errorCode(cause)
  const wayOut = 'Set PARLEY_DATA_DIR to a directory that this user may write to'
  if (code === 'EROFS') return `The data dir ${dataDir} is on a read-only file system. ${wayOut}.`
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `The data dir ${dataDir} cannot be written: the disk is full. Make room, or set PARLEY_DATA_DIR to another disk.`
  }
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return `The data dir ${dataDir} cannot be made: a file stands in its way. ${wayOut}.`
  }
  if (code !== 'EACCES' && code !== 'EPERM')
    return `The data dir ${dataDir} cannot be used (${code}). ${wayOut}.`
  const existing = await nearestExisting(dataDir)
  const owner = await stat(existing).then(
    (stats) => ` (it belongs to user ${stats.uid}, this is user ${process.getuid?.()})`,
  )
  return `The data dir ${dataDir} is not writable: no permission for ${existing}${owner}. ${wayOut}, or let it write there.`
}

async function nearestExisting(target: string): Promise<string> {
  const there = await stat(target).then(
    () => true,
    () => false,
  )
  return there || path.dirname(target) === target ? target : nearestExisting(path.dirname(target))
}
