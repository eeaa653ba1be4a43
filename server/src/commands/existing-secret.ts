import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Pool } from 'pg'
import { loadOrCreateSecret, type Config } from '../config.ts'
import { ignoreMissing } from '../core/data-dir.ts'
import { StartError } from '../core/start-error.ts'
import { isSecretOf, wrongSecretMessage } from '../database-secret.ts'

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

/**
 * Earlier versions created a secret in the data dir of a service with PARLEY_SECRET.
 * @throws {StartError} when the database has keys of widgets or webhooks, and this secret decrypts none of them
 */
export async function requireSecretOf(
  database: Pick<Pool, 'query'>,
  secret: Uint8Array,
  dataDir: string,
): Promise<void> {
  if (await isSecretOf(database, secret)) return
  const file = path.join(dataDir, 'secret')
  throw new StartError(
    `${file} is not the secret of this database: it decrypts none of the keys of widgets and webhooks. Set PARLEY_SECRET or PARLEY_DATA_DIR as for ` +
      'the service. Only if that secret is lost, regenerate the key of a widget in the panel, or create a backup with --without-secret.',
  )
}

/** Returns why the next start would have another secret than the database, or null. */
export async function secretProblem(
  database: Pick<Pool, 'query'>,
  config: Pick<Config, 'secret' | 'dataDir'>,
): Promise<string | null> {
  // A database of the operator has no tables before the first start.
  const { rows } = await database.query<{ empty: boolean }>("select to_regclass('webhook') is null as empty")
  if (rows[0]?.empty === true) return null
  const secret = await existingSecret(config).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  )
  // Without keys, any secret will do, also the one that the next start creates.
  if (await isSecretOf(database, typeof secret === 'string' ? randomBytes(32) : secret)) return null
  return typeof secret === 'string' ? secret : wrongSecretMessage(config)
}
