import type { Readable } from 'node:stream'

/**
 * Stores the content of files. Keys are generated, `<folder>/<id>.<random>`; a name from a user never becomes a path.
 * Folders are days, `2026-01-31` (media) or `recordings/2026-01-31`, so that orphans can be searched by age.
 */
export interface FileStorage {
  /** Folders that may be volumes of their own. */
  volumes: readonly string[]
  /**
   * Stores what `source` yields, which must be `size` bytes. Resolves when it is durable: synced (local) or confirmed by
   * the store (S3). When `source` throws, nothing is stored and the same error is thrown.
   */
  write(key: string, source: AsyncIterable<Buffer>, size: number): Promise<void>
  /** Returns undefined when there is no such key. `range`: first and last byte, inclusive. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Does nothing when there is no such key. */
  remove(key: string): Promise<void>
  /** Yields every key of a folder. */
  list(folder: string): AsyncIterable<string>
  /** Stores or replaces something small outside the folders of days. Readers see the old or the new content. */
  put(key: string, content: string | Buffer): Promise<void>
  /** Returns true if the folders of days have no file. */
  isEmpty(): Promise<boolean>
  close(): void
}

/** For a service that works without its files: an S3 store that does not respond is opened nevertheless. */
export interface OutageOptions {
  /** How long to wait for its response. */
  timeoutMs: number
  onUnavailable: (error: Error) => void
}

export type ByteRange = { start: number; end: number }

export const isDayFolder = (folder: string): boolean => /^(recordings\/)?\d{4}-\d\d-\d\d$/.test(folder)
