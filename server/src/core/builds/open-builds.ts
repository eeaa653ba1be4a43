import path from 'node:path'
import type { Config } from '../../config.ts'
import type { Clock } from '../clock.ts'
import type { Logger } from '../logger.ts'
import type { Secrets } from '../secrets.ts'
import type { FileStorage } from '../storage/file-storage.ts'
import { createBucketBuilds } from './bucket-builds.ts'
import type { BuildStore } from './build-store.ts'
import { keepOnce, keepStored } from './keep-stored.ts'
import { createLocalBuilds } from './local-builds.ts'

export interface KeptBuilds {
  root: string
  open: BuildStore['open']
  /** Resolves once the service may listen: other processes then have the files of this build. Never rejects. */
  stored: Promise<void>
}

/** Begins to store the current build: in the bucket, or beside the embedded database or the media. */
export function openBuilds(deps: {
  config: Pick<Config, 's3' | 'databaseUrl' | 'dataDir'>
  /** Directory of the installation. */
  root: string
  storage: FileStorage
  /** Before builds are removed. Rejects when the storage is not that of this database. */
  confirmFiles: () => Promise<void>
  secrets: Secrets
  clock: Clock
  logger: Logger
  signal: AbortSignal
  /** After the data dir could not be written. Default: 30 s. */
  retryDelayMs?: number
}): KeptBuilds {
  const { config, root, logger, signal } = deps
  if (config.s3 === null || config.databaseUrl === null) {
    const { keep, open } = createLocalBuilds(path.join(config.dataDir, 'builds'), root)
    const onError = (error: unknown) =>
      logger.warn({ err: error }, 'the build is not kept: open pages must be reloaded after an upgrade')
    return { root, open, stored: keepOnce({ keep, signal, onError, retryDelayMs: deps.retryDelayMs }) }
  }
  const warn = (message: string) => (error: unknown) => {
    if (!signal.aborted) logger.warn({ err: error }, message)
  }
  const builds = createBucketBuilds({
    ...deps,
    onForeign: (file) => logger.warn({ file }, 'a file of a former build was changed in the bucket'),
    onError: warn('a changed file of a former build cannot be removed from the bucket'),
  })
  const stored = keepStored({
    keep: builds.keep,
    removeOld: () => builds.removeOld().catch(warn('old builds cannot be removed from the bucket')),
    signal,
    onError: warn('the build is not in the bucket yet: other processes cannot serve its files'),
  })
  return { root, open: builds.open, stored }
}
