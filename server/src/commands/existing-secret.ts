import { stat } from 'node:fs/promises'
import path from 'node:path'
import { loadOrCreateSecret, type Config } from '../config.ts'
import { ignoreMissing } from '../core/data-dir.ts'
import { StartError } from '../core/start-error.ts'

/**
 * Returns the secret of the service. Never creates one: it would differ from the PARLEY_SECRET of a service whose environment the
 * command does not have.
 * @throws {StartError} when there is none, or the file is damaged
 */
export async function existingSecret({
  secret,
  dataDir,
}: Pick<Config, 'secret' | 'dataDir'>): Promise<Uint8Array> {
  if (secret !== null) return secret
  if ((await stat(path.join(dataDir, 'secret')).catch(ignoreMissing)) === undefined)
    throw new StartError(`There is no secret in ${dataDir}. Set PARLEY_SECRET as for the service.`)
  return await loadOrCreateSecret(dataDir)
}
