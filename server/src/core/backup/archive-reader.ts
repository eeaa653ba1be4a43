import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract as createExtract } from 'tar-stream'
import { errorCode } from '../error-code.ts'
import { StartError } from '../start-error.ts'
import { manifestName, type BackupManifest } from './backup-format.ts'

export interface ArchiveEntry {
  name: string
  size: number
  /** Must be read to its end before the next entry is requested. */
  content: Readable
}

/**
 * Reads an archive to its end, where its checksum is. Returns the manifest, its last entry.
 * @throws {StartError} when it is missing, cut off or damaged
 */
export async function checkArchive(file: string): Promise<BackupManifest> {
  let manifest: string | undefined
  try {
    for await (const entry of readArchive(file)) {
      if (entry.name === manifestName) manifest = await text(entry.content)
      else await drain(entry)
    }
    // Not before the checksum was read: damage is reported as such.
    if (manifest !== undefined) return JSON.parse(manifest) as BackupManifest
  } catch (error) {
    // Errors of the file and of zstd have a code; all others are what damaged bytes cause.
    throw errorCode(error) === undefined ? damaged(file, error) : explainDamage(file, error)
  }
  throw damaged(file)
}

/** Reads an entry to its end. */
export async function drain({ content }: ArchiveEntry): Promise<void> {
  content.resume()
  await new Promise((resolve, reject) => content.once('end', resolve).once('error', reject))
}

/** Yields the entries of an archive in order. Pass errors, including those of reading an entry, to `explainDamage`. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const extract = createExtract()
  const read = pipeline(createReadStream(file), createZstdDecompress(), extract)
  read.catch(() => {})
  try {
    for await (const entry of extract) {
      yield {
        name: entry.header.name,
        size: entry.header.size ?? 0,
        content: entry as unknown as Readable,
      }
    }
    await read
  } finally {
    extract.destroy()
  }
}

export const damaged = (file: string, cause?: unknown): StartError =>
  new StartError(`${file} is no complete backup: it is cut off or damaged. Nothing was restored.`, { cause })

/** Maps an error of reading an archive to a StartError for the operator. Returns other errors unchanged. */
export function explainDamage(file: string, error: unknown): unknown {
  const code = errorCode(error) ?? ''
  if (code === 'ENOENT') return new StartError(`There is no file ${file}.`, { cause: error })
  const isStreamError = /^(ZSTD?_|Z_|ERR_STREAM_PREMATURE_CLOSE)/.test(code)
  // Errors of tar-stream have no code.
  const isTarError = error instanceof Error && /unexpected end|invalid tar header/i.test(error.message)
  return isStreamError || isTarError ? damaged(file, error) : error
}
