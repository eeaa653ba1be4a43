import { createHash } from 'node:crypto'
import { StartError } from '../start-error.ts'
import type { FileStorage } from '../storage/file-storage.ts'
import type { ArchiveEntry } from './archive-reader.ts'

/** Keys as the service generates them: folders and a name, so that no key leads out of the storage. */
const keyPattern = /^[\w-]+(\/[\w-]+)*\/[\w-][\w.-]*$/

export interface RestoredFile {
  /** Of the entry. */
  sha256: string
  /** The file under this key: the entry, or one with other content. */
  stored: 'entry' | 'other'
}

/**
 * Stores a file unless there is one under its key, as after a failed restore or in a bucket that was not lost. A shorter one is
 * replaced: earlier versions left partial files when they were killed.
 * @throws {StartError} when the key is malformed
 */
export async function restoreFile(
  storage: FileStorage,
  key: string,
  entry: ArchiveEntry,
): Promise<RestoredFile> {
  if (!keyPattern.test(key))
    throw new StartError(`The archive has a file with the name ${key}, which Parley never gives.`)
  const hash = createHash('sha256')
  const existing = await storage.read(key)
  const present = createHash('sha256')
  let presentBytes = 0
  for await (const chunk of (existing ?? []) as AsyncIterable<Buffer>) {
    present.update(chunk)
    presentBytes += chunk.length
  }
  if (existing === undefined || presentBytes < entry.size) {
    if (existing !== undefined) await storage.remove(key)
    await storage.write(key, hashed(entry.content, hash), entry.size)
    return { sha256: hash.digest('hex'), stored: 'entry' }
  }
  for await (const chunk of entry.content) hash.update(chunk as Buffer)
  const sha256 = hash.digest('hex')
  return { sha256, stored: present.digest('hex') === sha256 ? 'entry' : 'other' }
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
