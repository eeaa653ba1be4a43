import { lstat, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Logger } from '../../core/logger.ts'

/** Temporary directories for ffmpeg. What fails here is logged and reported, because recordings can be joined without them. */

const prefix = 'parley-recording-'

/** No join takes this long, even to a slow store. */
const maxAgeMs = 12 * 3_600_000

/** Returns undefined when it cannot be created. */
export const makeWorkDirectory = (logger: Logger): Promise<string | undefined> =>
  mkdtemp(path.join(tmpdir(), prefix)).catch(unusable(logger))

/** Returns false when the bytes cannot be written, for example on a full disk. Errors of `source` are thrown. */
export async function saveTo(file: string, source: AsyncIterable<Buffer>, logger: Logger): Promise<boolean> {
  const logFailure = unusable(logger)
  const handle = await open(file, 'wx', 0o600).catch(logFailure)
  if (handle === undefined) return false
  try {
    for await (const bytes of source) {
      const isWritten = await handle.writeFile(bytes).then(() => true, logFailure)
      if (isWritten !== true) return false
    }
  } finally {
    await handle.close().catch(logFailure)
  }
  return true
}

/** Returns undefined when there is no such file. */
export const sizeOf = (file: string, logger: Logger): Promise<number | undefined> =>
  stat(file).then(({ size }) => size, unusable(logger))

/** What cannot be removed is left to `removeOldWorkDirectories`. */
export const removeWorkDirectory = (directory: string, logger: Logger): Promise<void> =>
  rm(directory, { recursive: true, force: true }).catch(unusable(logger))

/** Removes the directories of joins that were killed, which can hold gigabytes. Processes may share the directory. */
export async function removeOldWorkDirectories(logger: Logger): Promise<void> {
  const names = await readdir(tmpdir()).catch(unusable(logger))
  for (const name of names ?? []) {
    if (!name.startsWith(prefix)) continue
    const directory = path.join(tmpdir(), name)
    const found = await lstat(directory).catch(() => undefined)
    if (found?.isDirectory() === true && Date.now() - found.mtimeMs > maxAgeMs)
      await removeWorkDirectory(directory, logger)
  }
}

const unusable =
  (logger: Logger) =>
  (error: unknown): undefined => {
    logger.warn(
      { err: error, directory: tmpdir() },
      'the temporary directory for recordings cannot be used: give it more space, or set TMPDIR to another one',
    )
  }
