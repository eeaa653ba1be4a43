import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { Logger } from '../../core/logger.ts'
import type { FileStorage } from '../../core/storage/file-storage.ts'
import { remux } from './remux.ts'
import { makeWorkDirectory, removeWorkDirectory, saveTo, sizeOf } from './work-directory.ts'
import { WebmReader } from './webm-duration.ts'

export interface JoinDeps {
  storage: FileStorage
  ffmpeg: string | null
  /** Checked before every chunk; `joinChunks` throws when it is aborted. */
  signal: AbortSignal
  logger: Logger
  /** Ends the file before a chunk that cannot be read, if this then shows that the storage itself can be. Without it, the error is thrown. */
  confirmFiles?: () => Promise<void>
}

export interface JoinedFile {
  size: number
  /** Seconds; null: not known. */
  duration: number | null
}

/** Shorter files are dropped: a page that reloads just as a file begins leaves little more than a header. */
const minPlayableSeconds = 0.5

/**
 * Joins chunks into one file stored under `key`. Remuxes with ffmpeg if possible, else writes the duration into the header, else
 * concatenates the chunks, which also plays. Holds one storage read in memory.
 *
 * @param chunks in order. A chunk without bytes ends the file, because a recorder's output is valid up to there
 * @returns 'missing' if no bytes are left, 'too_short' if they play for less than half a second; nothing is stored then
 */
export async function joinChunks(
  deps: JoinDeps,
  recording: { mime: string; key: string },
  chunks: { storage_key: string; size: number }[],
): Promise<JoinedFile | 'missing' | 'too_short'> {
  const { storage, ffmpeg } = deps
  const container = recording.mime.endsWith('/webm') ? 'webm' : 'mp4'
  const reader = container === 'webm' ? new WebmReader() : null
  const readable: typeof chunks = []
  let size = 0
  for (const chunk of chunks) {
    deps.signal.throwIfAborted()
    // If none can be read, it may be a matter of permissions, which can be put right.
    const mayEnd = readable.length > 0 && deps.confirmFiles
    if (mayEnd && !(await isReadable(deps, chunk.storage_key, mayEnd))) break
    const stream = await storage.read(chunk.storage_key)
    if (!stream) break
    for await (const bytes of stream as AsyncIterable<Buffer>) reader?.push(bytes)
    readable.push(chunk)
    size += chunk.size
  }
  if (size === 0) return 'missing'
  if ((reader?.playable() ?? minPlayableSeconds) < minPlayableSeconds) return 'too_short'
  const reading = reader?.reading() ?? null

  if (ffmpeg !== null) {
    const packed = await remuxAndStore({ ...deps, ffmpeg }, { ...recording, container, chunks: readable })
    if (packed === 'too_short') return packed
    // ffmpeg reports the start of the last frame, not its end.
    if (packed) return { ...packed, duration: reading?.duration ?? packed.duration }
  }
  const patch = reading?.patch ?? null
  const whole = size + (patch ? patch.bytes.length - (patch.to - patch.from) : 0)
  await storage.write(recording.key, patched(bytesOf(deps, readable), patch), whole)
  return { size: whole, duration: reading?.duration ?? null }
}

/** Reads the chunk once more after the storage was confirmed, so that a short outage costs nothing. */
async function isReadable(
  { storage, signal, logger }: JoinDeps,
  key: string,
  confirmFiles: () => Promise<void>,
): Promise<boolean> {
  const readAll = async () => {
    const stream = await storage.read(key)
    if (stream) for await (const _ of stream) signal.throwIfAborted()
  }
  try {
    await readAll()
  } catch {
    signal.throwIfAborted()
    await confirmFiles()
    try {
      await readAll()
    } catch (error) {
      signal.throwIfAborted()
      logger.error(
        { err: error, storage_key: key },
        'a chunk of a recording cannot be read: the file ends there',
      )
      return false
    }
  }
  return true
}

/** Returns undefined when ffmpeg or the temporary directory cannot be used; errors of the storage are thrown. */
async function remuxAndStore(
  deps: JoinDeps & { ffmpeg: string },
  recording: { key: string; container: 'webm' | 'mp4'; chunks: { storage_key: string }[] },
): Promise<JoinedFile | 'too_short' | undefined> {
  const { logger } = deps
  const directory = await makeWorkDirectory(logger)
  if (directory === undefined) return undefined
  try {
    const [from, to] = [path.join(directory, 'from'), path.join(directory, 'to')]
    if (!(await saveTo(from, bytesOf(deps, recording.chunks), logger))) return undefined
    const made = await remux(deps.ffmpeg, { from, to, container: recording.container }, deps)
    if (!made) return undefined
    const size = await sizeOf(to, logger)
    if (size === undefined || size === 0) return undefined
    // Our own reading is more exact.
    if (recording.container === 'mp4' && (made.duration ?? minPlayableSeconds) < minPlayableSeconds)
      return 'too_short'
    await deps.storage.write(recording.key, checked(createReadStream(to), deps.signal), size)
    return { size, duration: made.duration }
  } finally {
    await removeWorkDirectory(directory, logger)
  }
}

async function* checked(source: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  for await (const bytes of source) {
    signal.throwIfAborted()
    yield bytes
  }
}

async function* bytesOf(deps: JoinDeps, chunks: { storage_key: string }[]): AsyncGenerator<Buffer> {
  for (const { storage_key: key } of chunks) {
    const stream = await deps.storage.read(key)
    // It existed a moment ago, so the next attempt may succeed.
    if (!stream) throw new Error('A chunk of a recording is missing from the storage')
    yield* checked(stream, deps.signal)
  }
}

/** Yields the same bytes with one range replaced. */
async function* patched(
  source: AsyncIterable<Buffer>,
  patch: { from: number; to: number; bytes: Buffer } | null,
): AsyncGenerator<Buffer> {
  let at = 0
  for await (const chunk of source) {
    const end = at + chunk.length
    if (!patch || end <= patch.from || at >= patch.to) yield chunk
    else {
      if (at <= patch.from) {
        yield chunk.subarray(0, patch.from - at)
        yield patch.bytes
      }
      if (end > patch.to) yield chunk.subarray(patch.to - at)
    }
    at = end
  }
}
