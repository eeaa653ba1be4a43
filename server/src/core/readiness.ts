import { statfs } from 'node:fs/promises'
import { AppError } from './app-error.ts'
import type { Clock } from './clock.ts'
import { outageOf } from './expected-error.ts'
import { createProbe } from './probe.ts'

/** One segment of PostgreSQL's write-ahead log: with less, the embedded database cannot commit for long. */
const minFreeBytes = 16 * 1024 * 1024
/** A full disk is reported for this long after the last write that failed: the database may have a disk of its own. */
const storageFullForMs = 60_000
/** A load balancer that has asked within this time is told of a stop before the listener closes. */
const askedWithinMs = 30_000
/** Leaves half of the 10 s that container runtimes allow for the stop itself. */
const toldTimeoutMs = 5_000

export interface Readiness {
  /** @param asker address of who asks. @throws AppError unavailable or storage_full */
  check(asker: string): Promise<void>
  /** For every error that a request or a worker met: a full disk is remembered. */
  note(error: unknown): void
  /** Resolves when every recent asker was told that the service stops, after 5 s at most. */
  stopTold(): Promise<void>
}

export function createReadiness(deps: {
  askDatabase: () => Promise<unknown>
  /** Directory whose disk must have room; null: this process keeps no files. */
  directory: string | null
  isStopping: () => boolean
  clock: Clock
  freeBytes?: (directory: string) => Promise<number>
}): Readiness {
  const { directory, clock, freeBytes = freeBytesOf } = deps
  const database = createProbe(deps.askDatabase)
  // A directory that cannot be examined is no reason to take the service away from its visitors.
  const disk = createProbe(async () => directory === null || (await freeBytes(directory)) >= minFreeBytes)
  const askers = new Map<string, number>()
  let storageFullAt = -Infinity
  let allTold = () => {}

  function recent(): string[] {
    for (const [asker, at] of askers) if (clock() - at > askedWithinMs) askers.delete(asker)
    return [...askers.keys()]
  }

  return {
    async check(asker) {
      if (deps.isStopping()) {
        askers.delete(asker)
        if (recent().length === 0) allTold()
        throw new AppError('unavailable', { detail: 'The service is stopping.' })
      }
      askers.set(asker, clock())
      await database().catch((cause: unknown) => {
        throw new AppError('unavailable', { detail: 'The database does not answer.', cause })
      })
      const hasRoom = await disk().catch(() => true)
      if (!hasRoom || clock() - storageFullAt < storageFullForMs) throw new AppError('storage_full')
    },
    note(error) {
      if (outageOf(error) === 'storage_full') storageFullAt = clock()
    },
    stopTold: () =>
      new Promise((resolve) => {
        if (recent().length === 0) return resolve()
        const timer = setTimeout(resolve, toldTimeoutMs)
        allTold = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}

async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}
