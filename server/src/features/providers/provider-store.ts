import type { CallSettings, CallSettingsChange } from '@parley/protocol/call-settings'
import { embeddedChannels, type Channel } from '@parley/protocol/channel'
import type { Appearance } from '@parley/protocol/provider'
import { sql, type Generated } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { callSettings } from './call-defaults.ts'

type ProviderTables = {
  provider: {
    id: string
    organization_id: string
    name: string
    channel: Channel
    /** Sealed, as is the one before it. */
    secret_key: string
    secret_key_made_at: string
    previous_secret_key: string | null
    previous_secret_key_made_at: string | null
    allowed_origins: string[]
    appearance: unknown
    calls: Generated<unknown>
    created_at: string
    deleted_at: string | null
  }
}

export interface ProviderRow {
  id: string
  organization_id: string
  name: string
  channel: Channel
  allowed_origins: string[]
  appearance: Appearance
  calls: CallSettings
  secret_key_made_at: string
  /** null: one key is live. */
  previous_secret_key_made_at: string | null
  created_at: string
}

const tables = (db: Database | Transaction) => (db as Database).withTables<ProviderTables>()

/** Sealed. `previous` is as valid as the newest, until it is retired. */
export interface SealedKeys {
  secret_key: string
  secret_key_made_at: string
  previous_secret_key: string | null
  previous_secret_key_made_at: string | null
}

type StoredProvider = Omit<ProviderRow, 'calls'> & { calls: Partial<CallSettings> }

const whole = (row: StoredProvider): ProviderRow => ({ ...row, calls: callSettings(row.calls) })

const wholeIfFound = (row: StoredProvider | undefined) => row && whole(row)

/** The sealed keys are never read along. */
const existing = (db: Database | Transaction) =>
  tables(db)
    .selectFrom('provider')
    .select([
      'id',
      'organization_id',
      'name',
      'channel',
      'allowed_origins',
      'secret_key_made_at',
      'previous_secret_key_made_at',
      'created_at',
    ])
    .select(sql<Appearance>`appearance`.as('appearance'))
    .select(sql<Partial<CallSettings>>`calls`.as('calls'))
    .where('deleted_at', 'is', null)

export const insertProvider = (
  db: Database | Transaction,
  { calls: _default, ...row }: ProviderRow & { secret_key: string },
): Promise<unknown> =>
  tables(db)
    .insertInto('provider')
    .values({
      ...row,
      appearance: JSON.stringify(row.appearance),
      previous_secret_key: null,
      deleted_at: null,
    })
    .execute()

/** For a web page, which knows only the id. Providers of other channels cannot be embedded. */
export const findEmbeddedProvider = async (db: Database, id: string): Promise<ProviderRow | undefined> =>
  wholeIfFound(
    await existing(db).where('id', '=', id).where('channel', 'in', embeddedChannels).executeTakeFirst(),
  )

export const findProviderOf = async (
  db: Database,
  organizationId: string,
  id: string,
): Promise<ProviderRow | undefined> =>
  wholeIfFound(
    await existing(db).where('organization_id', '=', organizationId).where('id', '=', id).executeTakeFirst(),
  )

/** Oldest first. */
export async function listProviders(
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
  return (await rows.execute()).map(whole)
}

export interface ProviderUpdate {
  name?: string
  appearance?: Appearance
  allowed_origins?: string[]
  /** The settings that are named; the others stay. */
  calls?: CallSettingsChange
  deleted_at?: string
}

/** false: this organization has no such provider. */
export async function updateProvider(
  db: Database,
  organizationId: string,
  id: string,
  { appearance, calls, ...rest }: ProviderUpdate,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('provider')
    .set({
      ...rest,
      ...(appearance && { appearance: JSON.stringify(appearance) }),
      ...(calls && { calls: sql`calls || ${JSON.stringify(calls)}::jsonb` }),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const keyColumns = [
  'secret_key',
  'secret_key_made_at',
  'previous_secret_key',
  'previous_secret_key_made_at',
] as const

/** Of whatever organization: for tokens, whose provider is known by its id alone. */
export const findSealedKeys = (db: Database, id: string): Promise<SealedKeys | undefined> =>
  tables(db)
    .selectFrom('provider')
    .select(keyColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const findSealedKeysOf = (
  db: Database,
  organizationId: string,
  id: string,
): Promise<SealedKeys | undefined> =>
  tables(db)
    .selectFrom('provider')
    .select(keyColumns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The newest key becomes the one before. undefined: no such provider, or there is one before already. */
export const rotateSealedKey = (
  db: Database,
  organizationId: string,
  id: string,
  key: { sealed: string; madeAt: string },
): Promise<SealedKeys | undefined> =>
  tables(db)
    .updateTable('provider')
    .set({
      previous_secret_key: sql<string>`secret_key`,
      previous_secret_key_made_at: sql<string>`secret_key_made_at`,
      secret_key: key.sealed,
      secret_key_made_at: key.madeAt,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('previous_secret_key', 'is', null)
    .returning(keyColumns)
    .executeTakeFirst()

/** undefined: no such provider. */
export const retireSealedKey = (
  db: Database,
  organizationId: string,
  id: string,
): Promise<SealedKeys | undefined> =>
  tables(db)
    .updateTable('provider')
    .set({ previous_secret_key: null, previous_secret_key_made_at: null })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(keyColumns)
    .executeTakeFirst()
