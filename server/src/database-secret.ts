import path from 'node:path'
import type { Pool } from 'pg'
import type { Config } from './config.ts'
import { createSecrets } from './core/secrets.ts'

/** Keys with the contexts that they are sealed for. These columns are in every schema: a backup may precede migrations. */
const sealedKeys = `
  select secret_key as sealed, 'provider.secret_key:' || id as context from provider where deleted_at is null
  union all select secret, 'webhook.secret:' || id from webhook where deleted_at is null`

/** Returns false when the database has keys of widgets or webhooks, and this secret decrypts none of them. */
export async function isSecretOf(database: Pick<Pool, 'query'>, secret: Uint8Array): Promise<boolean> {
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
  return rows.length === 0 || rows.some(isOpened)
}

/** For a service that is configured with a secret that is not the one of its database. */
export function wrongSecretMessage({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>): string {
  const file = path.join(dataDir, 'secret')
  return (
    `${secret === null ? file : 'PARLEY_SECRET'} is not the secret of this database: it decrypts none of the keys of widgets and webhooks. Stop ` +
    `Parley, and start it with the right secret in PARLEY_SECRET or, without PARLEY_SECRET, in ${file}. Only if that secret is lost, ` +
    'regenerate the keys in the panel.'
  )
}
