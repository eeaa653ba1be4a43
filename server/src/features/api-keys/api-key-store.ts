import type { ApiKey, ApiScope } from '@parley/protocol/api-key'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

type ApiKeyTables = { api_key: ApiKey & { organization_id: string; token_hash: string } }

const tables = (db: Database | Transaction) => (db as Database).withTables<ApiKeyTables>()

/** Without the hash. */
const columns = ['id', 'name', 'scopes', 'hint', 'last_used_at', 'created_at'] as const

/** Newest first. */
export function listApiKeys(
  db: Database,
  organizationId: string,
  page: { max: number; after: { created_at: string; id: string } | null },
): Promise<ApiKey[]> {
  let rows = tables(db)
    .selectFrom('api_key')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.max)
  const { after } = page
  if (after) {
    rows = rows.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.created_at, after.id)))
  }
  return rows.execute()
}

export async function countApiKeys(trx: Transaction, organizationId: string): Promise<number> {
  const { count } = await tables(trx)
    .selectFrom('api_key')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

/** Serializes the creation of keys until the commit, so that the count stays valid. */
export const lockApiKeys = (trx: Transaction, organizationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`api keys ${organizationId}`}, 0))`.execute(trx)

export const insertApiKey = (
  trx: Transaction,
  row: ApiKey & { organization_id: string; token_hash: string },
) => tables(trx).insertInto('api_key').values(row).execute()

/** false: this organization has no such key. */
export async function deleteApiKey(db: Database, organizationId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('api_key')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export interface KnownKey {
  id: string
  organization_id: string
  scopes: ApiScope[]
  last_used_at: string | null
}

export const findKeyByHash = (db: Database, tokenHash: string): Promise<KnownKey | undefined> =>
  tables(db)
    .selectFrom('api_key')
    .select(['id', 'organization_id', 'scopes', 'last_used_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

/** Only one of several concurrent requests writes. */
export const markUsed = (db: Database, id: string, times: { now: string; unlessSince: string }) =>
  tables(db)
    .updateTable('api_key')
    .set({ last_used_at: times.now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', times.unlessSince)]))
    .execute()
