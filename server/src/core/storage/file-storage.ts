import type { Config } from '../../config.ts'
import type { Readable } from 'node:stream'
import { openLocalStorage } from './local-storage.ts'

/**
 * Where the bytes of files are. Keys are ours alone, `<folder>/<id>.<random>`; a name given by somebody never becomes a path.
 * The folder is a day, `2026-01-31` (media) or `recordings/2026-01-31`, so that what is left behind can be looked for.
 */
export interface FileStorage {
  /**
   * Keeps what `source` yields, which must be `size` bytes, and is done when it would survive a power cut (local)
   * or the store has confirmed it (S3). When `source` throws, nothing is left and the same error comes out.
   */
  write(key: string, source: AsyncIterable<Buffer>, size: number): Promise<void>
  /** `range`: first and last byte, both included. undefined: nothing is kept under this key. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** A key that is not there is no error. */
  remove(key: string): Promise<void>
  /** Every key of one folder. */
  list(folder: string): AsyncIterable<string>
  close(): void
}

export type ByteRange = { start: number; end: number }

/**
 * S3 when it is configured, `<dataDir>/media` otherwise.
 * @throws {StartError} when it cannot be used
 */
export async function openFileStorage(config: Pick<Config, 's3' | 'dataDir'>): Promise<FileStorage> {
  if (config.s3 === null) return await openLocalStorage(`${config.dataDir}/media`)
  // Only who uses it pays for it: the client takes 0.1 s to load and 33 MB of memory.
  const { openS3Storage } = await import('./s3-storage.ts')
  return await openS3Storage(config.s3)
}
