import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Pool } from 'pg'
import { loadOrCreateSecret, type Config } from '../config.ts'
import { ignoreMissing } from '../core/data-dir.ts'
import { createSecrets } from '../core/secrets.ts'
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

/** Keys with the contexts that they are sealed for. These columns are in every schema: a backup may precede migrations. */
const sealedKeys = `
  select secret_key as sealed, 'provider.secret_key:' || id as context from provider where deleted_at is null
  union all select secret, 'webhook.secret:' || id from webhook where deleted_at is null`

/**
 * Earlier versions created a secret in the data dir of a service with PARLEY_SECRET.
 * @throws {StartError} when the database has keys of widgets or webhooks, and this secret decrypts none of them
 */
export async function requireSecretOf(
  database: Pick<Pool, 'query'>,
  secret: Uint8Array,
  dataDir: string,
): Promise<void> {
  const { rows } = await database.query<{ sealed: string; context: string }>(sealedKeys)
  const secrets = createSecrets(secret)
  const isOpened = ({ sealed, context }: { sealed: string; context: string }): boolean => {
    try {
      secrets.open(sealed, context)
      return true
    } catch {
      return false
    }
  }
  if (rows.length === 0 || rows.some(isOpened)) return
  const file = path.join(dataDir, 'secret')
  throw new StartError(
    `${file} is not the secret of this database: it decrypts none of the keys of widgets and webhooks. Set PARLEY_SECRET or PARLEY_DATA_DIR as for ` +
      'the service. Only if that secret is lost, regenerate the key of a widget in the panel, or create a backup with --without-secret.',
  )
}
