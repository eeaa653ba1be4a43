import type { Pool } from 'pg'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { AppError } from '../app-error.ts'
import { outageOf } from '../expected-error.ts'
import type { Logger } from '../logger.ts'
import { StartError } from '../start-error.ts'
import type { FileStorage } from './file-storage.ts'
import { openFileStorage } from './open-file-storage.ts'
import { claimFilesAtStart, confirmFiles, confirmMarked } from './storage-owner.ts'

export interface ClaimedStorage {
  /** Refuses changes with `unavailable` until the storage is known to be that of this database. */
  storage: FileStorage
  /** Before files are removed for good. @throws when the storage is not, or no longer, known to be that of this database */
  confirmFiles: () => Promise<void>
}

interface Timing {
  /** How long the store may take to respond, and then the claim, before the service starts without it. */
  startTimeoutMs: number
  retryDelayMs: number
}

const defaultTiming: Timing = { startTimeoutMs: 10_000, retryDelayMs: 10_000 }

/**
 * Opens and claims the file storage for the service. Chats do not need it: if it does not respond, the service starts, and claims it later.
 * @throws {StartError} when it is not that of this database, or is configured incorrectly
 */
export async function openClaimedStorage(deps: {
  config: Pick<Config, 's3' | 'dataDir'>
  database: Pick<Pool, 'query'>
  logger: Logger
  /** Ends the attempts to claim the storage. */
  signal: AbortSignal
  timing?: Timing
}): Promise<ClaimedStorage> {
  const { database, logger, signal, timing = defaultTiming } = deps
  const { startTimeoutMs: timeoutMs, retryDelayMs } = timing
  let outage: Error | undefined
  const onUnavailable = (error: Error) => void (outage = error)
  const opened = await openFileStorage(deps.config, { timeoutMs, onUnavailable })
  let isClaimed = false
  let isMissing = false
  let failure: unknown
  let reported: string | undefined

  async function claim(): Promise<void> {
    const missing = await claimFilesAtStart(database, opened)
    isMissing = missing !== undefined
    isClaimed = true
    if (missing)
      logger.error(`${missing.message} Until then, earlier files are unavailable and none is removed.`)
  }

  async function repeat(first: Promise<void>): Promise<void> {
    for (let attempt = first; ; attempt = claim()) {
      try {
        await attempt
        if (reported !== undefined) logger.info('the file storage is available')
        return
      } catch (error) {
        if (signal.aborted) return
        report(error)
        failure = error
      }
      await delay(retryDelayMs, null, { signal, ref: false }).catch(() => null)
      if (signal.aborted) return
    }
  }

  function report(error: unknown): void {
    if (String(error) === reported) return
    reported = String(error)
    if (error instanceof StartError)
      logger.error(`${error.message} Until then, no file is stored or removed.`)
    else
      logger.warn(
        { err: error },
        'the file storage cannot be checked: until then, no file is stored or removed',
      )
  }

  if (outage) void repeat(Promise.reject(outage))
  else {
    const first = claim()
    const refusal = first.then(
      () => null,
      (error: unknown) => (error instanceof StartError ? error : null),
    )
    const refused = await Promise.race([refusal, delay(timeoutMs, null, { ref: false })])
    if (refused) {
      opened.close()
      throw refused
    }
    void repeat(first)
  }

  function requireClaimed(): void {
    if (!isClaimed) throw new AppError(outageOf(failure) ?? 'unavailable', { cause: failure })
  }

  async function confirm(): Promise<void> {
    requireClaimed()
    await (isMissing ? confirmMarked : confirmFiles)(database, opened)
  }

  return {
    storage: {
      ...opened,
      async write(...file) {
        requireClaimed()
        await opened.write(...file)
      },
      async put(...file) {
        requireClaimed()
        await opened.put(...file)
      },
      async remove(key) {
        requireClaimed()
        // The removal of a missing file would count as done, although the file is on the volume that is not mounted.
        if (isMissing) {
          const present = await opened.read(key, { start: 0, end: 0 })
          present?.destroy()
          if (present === undefined) await confirm()
        }
        await opened.remove(key)
      },
    },
    confirmFiles: confirm,
  }
}
