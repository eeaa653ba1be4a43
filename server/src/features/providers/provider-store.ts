import type { Appearance } from '@parley/protocol/provider'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

type ProviderTables = {
  provider: {
    id: string
    organization_id: string
    name: string
    /** Sealed. */
    secret_key: string
    allowed_origins: string[]
    appearance: unknown
    created_at: string
    deleted_at: string | null
  }
}

export interface ProviderRow {
  id: string
  organization_id: string
  name: string
  allowed_origins: string[]
  appearance: Appearance
  created_at: string
}

const tables = (db: Database | Transaction) => (db as Database).withTables<ProviderTables>()

/** The sealed key is never read along. */
const existing = (db: Database | Transaction) =>
  tables(db)
    .selectFrom('provider')
    .select(['id', 'organization_id', 'name', 'allowed_origins', 'created_at'])
    .select(sql<Appearance>`appearance`.as('appearance'))
    .where('deleted_at', 'is', null)

export const insertProvider = (
  db: Database | Transaction,
  row: ProviderRow & { secret_key: string },
): Promise<unknown> =>
  tables(db)
    .insertInto('provider')
    .values({ ...row, appearance: JSON.stringify(row.appearance), deleted_at: null })
    .execute()

/** For a widget, which knows only the id. */
export const findProvider = (db: Database, id: string): Promise<ProviderRow | undefined> =>
  existing(db).where('id', '=', id).executeTakeFirst()

export const findProviderOf = (
  db: Database,
  organizationId: string,
  id: string,
): Promise<ProviderRow | undefined> =>
  existing(db).where('organization_id', '=', organizationId).where('id', '=', id).executeTakeFirst()

/** Oldest first. */
export function listProviders(
  db: Database | Transaction,
  organizationId: string,
  page: { max: number; after: { created_at: string; id: string } | null },
): Promise<ProviderRow[]> {
  let rows = existing(db)
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(page.max)
  const { after } = page
  if (after) {
    rows = rows.where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(after.created_at, after.id)))
  }
  return rows.execute()
}

export interface ProviderUpdate {
  name?: string
  appearance?: Appearance
  allowed_origins?: string[]
  secret_key?: string
  deleted_at?: string
}

/** false: this organization has no such provider. */
export async function updateProvider(
  db: Database,
  organizationId: string,
  id: string,
  { appearance, ...rest }: ProviderUpdate,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('provider')
    .set({ ...rest, ...(appearance && { appearance: JSON.stringify(appearance) }) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findSealedKey(
  db: Database,
  organizationId: string,
  id: string,
): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('provider')
    .select('secret_key')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.secret_key
}
