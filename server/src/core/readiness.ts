import { statfs } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { AppError } from './app-error.ts'
import { atMost } from './cache.ts'
import { hasPassed, type Clock } from './clock.ts'
import { outageOf } from './expected-error.ts'
import { createProbe } from './probe.ts'

/** One segment of PostgreSQL's write-ahead log: with less, the embedded database cannot commit for long. */
const minFreeBytes = 16 * 1024 * 1024
/** How long a failed write keeps `storage_full` reported: the database may be on a disk of its own. */
const storageFullForMs = 60_000
/** A load balancer that checked within this time gets one more response, 503, before the listener closes. */
const recentCheckMs = 30_000
/** No installation has as many load balancers. Bounded because the endpoint is public. */
const maxClients = 256
/** Leaves half of the 10 s that container runtimes allow for the shutdown itself. */
const stopNoticeTimeoutMs = 5_000

export interface Readiness {
  /** @param client the client's address. @throws AppError unavailable or storage_full */
  check(client: string): Promise<void>
  /** Call with every error of a request or a worker. Remembers that a disk was full. */
  note(error: unknown): void
  /** Resolves once every client with a recent check has received a 503, after 5 s at most. */
  stopAnnounced(): Promise<void>
}

export function createReadiness(deps: {
  askDatabase: () => Promise<unknown>
  /** Directory whose disk needs free space; null: this process stores no files. */
  directory: string | null
  isStopping: () => boolean
  clock: Clock
  /** Monotonic (ms): a clock that is set must not make the latest checks old. */
  now?: () => number
  freeBytes?: (directory: string) => Promise<number>
}): Readiness {
  const { directory, clock, now = () => performance.now(), freeBytes = freeBytesOf } = deps
  const database = createProbe(deps.askDatabase)
  // A directory that cannot be examined does not make the service unready.
  const disk = createProbe(async () => directory === null || (await freeBytes(directory)) >= minFreeBytes)
  const lastChecks = new LRUCache<string, number>(atMost(maxClients))
  let storageFullAt = -Infinity
  let onAllNotified = () => {}

  function recentClients(): string[] {
    const outdated = [...lastChecks].filter(([, at]) => now() - at >= recentCheckMs)
    for (const [client] of outdated) lastChecks.delete(client)
    return [...lastChecks.keys()]
  }

  return {
    async check(client) {
      if (deps.isStopping()) {
        lastChecks.delete(client)
        if (recentClients().length === 0) onAllNotified()
        throw new AppError('unavailable', { detail: 'The service is stopping.' })
      }
      lastChecks.set(client, now())
      await database().catch((cause: unknown) => {
        throw new AppError('unavailable', { detail: 'The database does not answer.', cause })
      })
      const hasRoom = await disk().catch(() => true)
      if (!hasRoom || !hasPassed(storageFullForMs, storageFullAt, clock)) throw new AppError('storage_full')
    },
    note(error) {
      if (outageOf(error) === 'storage_full') storageFullAt = clock()
    },
    stopAnnounced: () =>
      new Promise((resolve) => {
        if (recentClients().length === 0) return resolve()
        const timer = setTimeout(resolve, stopNoticeTimeoutMs)
        onAllNotified = () => {
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
