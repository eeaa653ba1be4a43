import type { Pool } from 'pg'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { AppError } from '../app-error.ts'
import { outageOf } from '../expected-error.ts'
import type { Logger } from '../logger.ts'
import { StartError } from '../start-error.ts'
import type { FileStorage } from './file-storage.ts'
import { openFileStorage } from './open-file-storage.ts'
import { isRefused, unusable } from './s3-refusal.ts'
import { claimFilesAtStart, confirmFiles, confirmMarked, hasClaimedFiles } from './storage-owner.ts'

export interface ClaimedStorage {
  /** Refuses changes with `unavailable` until the storage is known to be that of this database. */
  storage: FileStorage
  /** Before files are removed for good. @throws when the storage is not, or no longer, known to be that of this database */
  confirmFiles: () => Promise<void>
}

interface Timing {
  /** How long the response of the store and the claim may take together before the service starts without it. */
  startTimeoutMs: number
  retryDelayMs: number
  /** How often the same failure is logged. */
  reportIntervalMs: number
}

const defaultTiming: Timing = { startTimeoutMs: 10_000, retryDelayMs: 10_000, reportIntervalMs: 3_600_000 }

/**
 * Opens and claims the file storage for the service. Chats do not need it: if it does not respond, the service starts, and claims it later.
 * Not at the first start, which has no chats yet and finds typing errors in the configuration.
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
  const { s3 } = deps.config
  const { startTimeoutMs: timeoutMs, retryDelayMs } = timing
  const startedAt = performance.now()
  // The first attempt stores the id.
  const isFirstStart = !(await hasClaimedFiles(database))
  let outage: Error | undefined
  const onUnavailable = (error: Error) => void (outage = error)
  const opened = await openFileStorage(deps.config, isFirstStart ? undefined : { timeoutMs, onUnavailable })
  let isClaimed = false
  let isMissing = false
  let failure: unknown
  let reported: string | undefined
  let reportedAt = 0

  async function claim(): Promise<void> {
    const missing = await claimFilesAtStart(database, opened).catch((error: unknown) => {
      if (s3 === null || !isRefused(error)) throw error
      throw new StartError(unusable(s3, error), { cause: error })
    })
    isMissing = missing !== undefined
    isClaimed = true
    if (missing)
      logger.error(`${missing.message} Until then, earlier files are unavailable and none is removed.`)
  }

  async function repeat(first: Promise<void>): Promise<void> {
    for (let attempt = first; ; attempt = claim()) {
      try {
        await attempt
        if (reported !== undefined && !isMissing) logger.info('the file storage is available')
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
    const now = performance.now()
    if (String(error) === reported && now - reportedAt < timing.reportIntervalMs) return
    reported = String(error)
    reportedAt = now
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
      (error: unknown) => (isFirstStart || error instanceof StartError ? { error } : null),
    )
    const remainingMs = Math.max(0, startedAt + timeoutMs - performance.now())
    const refused = await (isFirstStart
      ? refusal
      : Promise.race([refusal, delay(remainingMs, null, { ref: false })]))
    if (refused) {
      opened.close()
      throw refused.error
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
