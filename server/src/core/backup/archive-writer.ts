import { createHash } from 'node:crypto'
import { createWriteStream, openSync, renameSync, unlinkSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { pack as createPack } from 'tar-stream'
import { errorCode } from '../error-code.ts'
import { StartError } from '../start-error.ts'
import { syncDirectory } from '../storage/sync-directory.ts'

export interface ArchiveWriter {
  add(name: string, content: Buffer | string): Promise<void>
  /**
   * Writes exactly `size` bytes, padded if necessary. Returns their hash and whether the source had exactly that many. `error`: the
   * source could not be read to its end.
   */
  addStream(
    name: string,
    size: number,
    source: AsyncIterable<Buffer>,
  ): Promise<{ sha256: string; isComplete: boolean; error?: unknown }>
  /** Resolves when the archive is on disk under its final name. */
  finish(): Promise<void>
  /** Removes what was written. */
  abandon(): Promise<void>
}

/**
 * Writes a tar archive, compressed with zstd, mode 0600. Until it is finished, its name is `<file>.part`, which is removed when the
 * process exits.
 * @throws {StartError} when the file cannot be created
 */
export function createArchiveWriter(file: string): ArchiveWriter {
  const draft = `${file}.part`
  // Synchronous, so that no exit comes between the file and the listener that removes it.
  const fd = openDraft(draft)
  const removeDraft = () => {
    process.off('exit', removeDraft)
    try {
      unlinkSync(draft)
    } catch {
      // The error that ended the backup is the one to report.
    }
  }
  process.on('exit', removeDraft)
  const pack = createPack()
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  const written = pipeline(pack, compress, createWriteStream(draft, { fd, flush: true }))
  // After the file fails, nothing reads the entries, so writing them would never resolve.
  const failed = written.then(
    () => new Promise<never>(() => {}),
    (error: unknown) => Promise.reject(explain(error, draft)),
  )
  failed.catch(() => {})

  async function entry(name: string, size: number, content: AsyncIterable<Buffer> | Buffer): Promise<void> {
    const sink = pack.entry({ name, size, mode: 0o600 })
    const source = Buffer.isBuffer(content) ? [content] : content
    await Promise.race([failed, pipeline(source, sink)])
  }

  return {
    add: (name, content) => {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content
      return entry(name, bytes.length, bytes)
    },
    async addStream(name, size, source) {
      const hash = createHash('sha256')
      let isComplete = true
      let failure: { error?: unknown } = {}
      async function* readable(): AsyncGenerator<Buffer> {
        try {
          yield* source
        } catch (error) {
          failure = { error }
        }
      }
      async function* exactly(): AsyncGenerator<Buffer> {
        let left = size
        for await (const chunk of readable()) {
          if (chunk.length > left) isComplete = false
          const part = chunk.subarray(0, left)
          left -= part.length
          hash.update(part)
          if (part.length > 0) yield part
        }
        if (left > 0) isComplete = false
        for (; left > 0; left -= Math.min(left, padding.length)) {
          const part = padding.subarray(0, left)
          hash.update(part)
          yield part
        }
      }
      await entry(name, size, exactly())
      return { sha256: hash.digest('hex'), isComplete: isComplete && !('error' in failure), ...failure }
    },
    async finish() {
      pack.finalize()
      await Promise.race([failed, written])
      renameSync(draft, file)
      process.off('exit', removeDraft)
      await syncDirectory(path.dirname(file))
    },
    async abandon() {
      pack.destroy()
      await written.catch(() => {})
      removeDraft()
    },
  }
}

function openDraft(draft: string): number {
  try {
    return openSync(draft, 'wx', 0o600)
  } catch (error) {
    throw explain(error, draft)
  }
}

const padding = Buffer.alloc(64 * 1024)

function explain(error: unknown, draft: string): unknown {
  const code = errorCode(error)
  if (code === undefined) return error
  const reasons: Record<string, string> = {
    EEXIST: 'another backup writes it, or was interrupted: remove it',
    ENOSPC: 'the disk is full',
    ENOENT: 'its directory does not exist',
    EACCES: 'no permission',
  }
  return new StartError(`The backup ${draft} cannot be written: ${reasons[code] ?? code}.`, { cause: error })
}
