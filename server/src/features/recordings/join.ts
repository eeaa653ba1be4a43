import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStorage } from '../../core/storage/file-storage.ts'
import { remux } from './remux.ts'
import { WebmReader } from './webm-duration.ts'

export interface JoinDeps {
  storage: FileStorage
  ffmpeg: string | null
  /** The service stops: whoever joins lets go at the next piece, and throws. */
  signal: AbortSignal
}

export interface JoinedFile {
  size: number
  /** Seconds; null: not known. */
  duration: number | null
}

/**
 * Seconds. What a page leaves that is loaded anew just when a file begins: nobody wants to open it, and it may hold a header
 * and nothing else.
 */
const shortest = 0.5

/**
 * Makes one file of the pieces and keeps it under `key`: packed anew by ffmpeg where there is one and it manages, else with
 * its duration written by ourselves, else piece after piece as they came, which plays as well. What stands in memory is
 * one read of the storage.
 *
 * @param pieces in their order. One whose bytes are gone ends the file: a recorder's output makes sense up to there
 * @returns gone: no bytes are left; sliver: they play for less than half a second. Nothing is kept then
 */
export async function joinPieces(
  deps: JoinDeps,
  recording: { mime: string; key: string },
  pieces: { storage_key: string; size: number }[],
): Promise<JoinedFile | 'gone' | 'sliver'> {
  const { storage, ffmpeg } = deps
  const container = recording.mime.endsWith('/webm') ? 'webm' : 'mp4'
  const reader = container === 'webm' ? new WebmReader() : null
  const readable: typeof pieces = []
  let size = 0
  for (const piece of pieces) {
    deps.signal.throwIfAborted()
    const stream = await storage.read(piece.storage_key)
    if (!stream) break
    for await (const bytes of stream as AsyncIterable<Buffer>) reader?.push(bytes)
    readable.push(piece)
    size += piece.size
  }
  if (size === 0) return 'gone'
  if ((reader?.playable() ?? shortest) < shortest) return 'sliver'
  const reading = reader?.reading() ?? null

  if (ffmpeg !== null) {
    const packed = await packAnew({ ...deps, ffmpeg }, { ...recording, container, pieces: readable })
    if (packed === 'sliver') return packed
    // ffmpeg counts to the beginning of the last frame.
    if (packed) return { ...packed, duration: reading?.duration ?? packed.duration }
  }
  const patch = reading?.patch ?? null
  const whole = size + (patch ? patch.bytes.length - (patch.to - patch.from) : 0)
  await storage.write(recording.key, patched(bytesOf(deps, readable), patch), whole)
  return { size: whole, duration: reading?.duration ?? null }
}

async function packAnew(
  deps: JoinDeps & { ffmpeg: string },
  recording: { key: string; container: 'webm' | 'mp4'; pieces: { storage_key: string }[] },
): Promise<JoinedFile | 'sliver' | undefined> {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-recording-'))
  try {
    const [from, to] = [path.join(directory, 'from'), path.join(directory, 'to')]
    await pipeline(
      Readable.from(bytesOf(deps, recording.pieces)),
      createWriteStream(from, { flags: 'wx', mode: 0o600 }),
    )
    const made = await remux(deps.ffmpeg, { from, to, container: recording.container }, deps)
    if (!made) return undefined
    const { size } = await stat(to)
    if (size === 0) return undefined
    // What we read ourselves is more exact.
    if (recording.container === 'mp4' && (made.duration ?? shortest) < shortest) return 'sliver'
    await deps.storage.write(recording.key, checked(createReadStream(to), deps.signal), size)
    return { size, duration: made.duration }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function* checked(source: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  for await (const bytes of source) {
    signal.throwIfAborted()
    yield bytes
  }
}

async function* bytesOf(deps: JoinDeps, pieces: { storage_key: string }[]): AsyncGenerator<Buffer> {
  for (const { storage_key: key } of pieces) {
    const stream = await deps.storage.read(key)
    // It was there a moment ago: whoever asked tries again.
    if (!stream) throw new Error('A piece of a recording is gone from the storage')
    yield* checked(stream, deps.signal)
  }
}

/** The same bytes with one part replaced. */
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
