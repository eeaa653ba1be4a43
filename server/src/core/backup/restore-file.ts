import { createHash } from 'node:crypto'
import path from 'node:path'
import { StartError } from '../start-error.ts'
import type { FileStorage } from '../storage/file-storage.ts'
import type { ArchiveEntry } from './archive-reader.ts'
import { readWithRetries } from './read-with-retries.ts'

/** Keys as the service generates them: folders and a name, so that no key leads out of the storage. */
const keyPattern = /^[\w-]+(\/[\w-]+)*\/[\w-][\w.-]*$/

/** A file according to the manifest. */
interface ArchivedFile {
  key: string
  sha256: string
  /** `partial`: the backup may lack part of it, and has padding instead. */
  state: 'whole' | 'partial'
}

/**
 * Stores a file unless there is one under its key, as after a failed restore or in a bucket that was not lost. A shorter one is
 * replaced if the archive has the whole file: earlier versions left partial files when they were killed.
 * @returns the hash of the entry
 * @throws {StartError} when the key is malformed, or the file under it cannot be read or is another one
 */
export async function restoreFile(
  storage: FileStorage,
  entry: ArchiveEntry,
  file: ArchivedFile,
  retryDelaysMs: readonly number[],
): Promise<string> {
  const { key } = file
  if (!keyPattern.test(key))
    throw new StartError(`The archive has a file with the name ${key}, which Parley never gives.`)
  // A partial entry is never better than what the storage has, even if that cannot be read.
  const isKept =
    file.state === 'partial'
      ? await isListed(storage, key)
      : await keepsWhole(storage, { ...file, size: entry.size }, retryDelaysMs)
  const hash = createHash('sha256')
  if (isKept) for await (const chunk of entry.content) hash.update(chunk as Buffer)
  else await storage.write(key, hashed(entry.content, hash), entry.size)
  return hash.digest('hex')
}

async function isListed(storage: FileStorage, key: string): Promise<boolean> {
  for await (const listed of storage.list(path.posix.dirname(key))) if (listed === key) return true
  return false
}

/** Returns whether the storage has the file. Removes a shorter one. @throws {StartError} when it cannot be read or is another one */
async function keepsWhole(
  storage: FileStorage,
  { key, size, sha256 }: ArchivedFile & { size: number },
  retryDelaysMs: readonly number[],
): Promise<boolean> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    const existing = await readWithRetries(storage, { key, size }, retryDelaysMs)
    if (existing === undefined) return false
    for await (const chunk of existing) {
      hash.update(chunk)
      bytes += chunk.length
    }
  } catch (cause) {
    throw new StartError(
      `The storage cannot read its file ${key} (${(cause as Error).message}). If it can read others, remove this one, which the backup has, and restore again.`,
      { cause },
    )
  }
  if (hash.digest('hex') === sha256) return true
  if (bytes >= size)
    throw new StartError(
      `The storage already has a file ${key} with other content. Restore into an empty data dir or bucket.`,
    )
  await storage.remove(key)
  return false
}

async function* hashed(
  source: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}
