import type { Config } from '../../config.ts'
import type { FileStorage } from './file-storage.ts'
import { openLocalStorage } from './local-storage.ts'

/**
 * Opens S3 when it is configured, `<dataDir>/media` otherwise.
 * @throws {StartError} when it cannot be used
 */
export async function openFileStorage(config: Pick<Config, 's3' | 'dataDir'>): Promise<FileStorage> {
  if (config.s3 === null) return await openLocalStorage(`${config.dataDir}/media`)
  // Loaded on demand: the client takes 0.1 s and 33 MB of memory.
  const { openS3Storage } = await import('./s3-storage.ts')
  return await openS3Storage(config.s3)
}
