import { randomBytes } from 'node:crypto'
import { lchown, link, mkdir, open, readFile, rename, stat, unlink, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from './error-code.ts'
import { StartError } from './start-error.ts'

/**
 * Creates the data dir if it is missing and checks that this user can write to it.
 * @throws {StartError} with one line that names the owner and what to do
 */
export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    // Passable when root runs the service: the embedded PostgreSQL inside runs as another user. Files have modes of their own.
    await makeDirectories(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
    // Only a write reveals quotas, full disks and read-only mounts.
    await unlink(await writeDraft(path.join(dataDir, 'probe'), 'probe'))
  } catch (cause) {
    throw new StartError(await unusable(dataDir, cause), { cause })
  }
}

/** Creates parent directories one by one: with `recursive: true`, Node retries forever in places such as /proc. */
async function makeDirectories(directory: string, mode: number): Promise<void> {
  try {
    await makeDirectory(directory, mode)
  } catch (error) {
    const parent = path.dirname(directory)
    if (errorCode(error) !== 'ENOENT' || parent === directory) throw error
    await makeDirectories(parent, mode)
    await makeDirectory(directory, mode)
  }
}

/** Another process may create it at the same time. */
async function makeDirectory(directory: string, mode: number): Promise<void> {
  try {
    await mkdir(directory, { mode })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !(await stat(directory)).isDirectory()) throw error
  }
}

/**
 * Reads a private file, or creates it with mode 0600. Processes that create it at the same time all get the content of
 * one of them. Atomic: a crash leaves no partial file.
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

/** Writes or replaces a private file (mode 0600). Atomic: a crash leaves the old or the new content. */
export async function writePrivateFile(file: string, content: string | Buffer): Promise<void> {
  await rename(await writeDraft(file, content), file)
}

async function writeDraft(file: string, content: string | Buffer): Promise<string> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
    await giveToOwnerOf(path.dirname(file), handle)
  } catch (error) {
    await unlink(draft)
    throw error
  } finally {
    await handle.close()
  }
  return draft
}

/**
 * When root runs a command, the service's user must still be able to use what it creates. A path is not followed if it is a link, which that
 * user may have put in place.
 */
export async function giveToOwnerOf(directory: string, made: string | FileHandle): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(directory)
  if (uid === 0) return
  await (typeof made === 'string' ? lchown(made, uid, gid) : made.chown(uid, gid))
}

/** Creates a private directory and its missing parents, for the owner of the directory that they are in. */
export async function makePrivateDirectory(directory: string): Promise<void> {
  const absolute = path.resolve(directory)
  const first = await mkdir(absolute, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const parent = path.dirname(first)
  for (let made = absolute; made.length > parent.length; made = path.dirname(made))
    await giveToOwnerOf(parent, made)
}

/** For `.catch`: returns undefined when no file of that name exists or can exist, and rethrows every other error. */
export function ignoreMissing(error: unknown): undefined {
  const code = errorCode(error)
  if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ENAMETOOLONG') throw error
}

async function unusable(dataDir: string, cause: unknown): Promise<string> {
  const code = errorCode(cause)
  const wayOut = 'Set PARLEY_DATA_DIR to a directory that this user may write to'
  if (code === 'EROFS') return `The data dir ${dataDir} is on a read-only file system. ${wayOut}.`
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `The data dir ${dataDir} cannot be written: the disk is full. Make room, or set PARLEY_DATA_DIR to another disk.`
  }
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return `The data dir ${dataDir} cannot be created: a file is in the way. ${wayOut}.`
  }
  if (code === 'ENOENT')
    return `The data dir ${dataDir} cannot be created: its file system does not allow it. ${wayOut}.`
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
