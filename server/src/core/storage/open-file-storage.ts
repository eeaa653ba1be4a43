import type { Config } from '../../config.ts'
import type { FileStorage, OutageOptions } from './file-storage.ts'
import { openLocalStorage } from './local-storage.ts'

/**
 * Opens S3 when it is configured, `<dataDir>/media` otherwise.
 * @param outage default: an S3 store that does not respond cannot be used
 * @throws {StartError} when it cannot be used
 */
export async function openFileStorage(
  config: Pick<Config, 's3' | 'dataDir'>,
  outage?: OutageOptions,
): Promise<FileStorage> {
  if (config.s3 === null) return await openLocalStorage(`${config.dataDir}/media`)
  // Loaded on demand: the client takes 0.1 s and 33 MB of memory.
  const { openS3Storage } = await import('./s3-storage.ts')
  return await openS3Storage(config.s3, outage)
}
