import type { CallSettings, CallSettingsChange } from '@parley/protocol/call-settings'
import { embeddedChannels, type Channel } from '@parley/protocol/channel'
import type { Appearance } from '@parley/protocol/provider'
import type { SurveySettings, SurveySettingsChange } from '@parley/protocol/survey'
import { sql, type Generated } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { callSettings } from './call-defaults.ts'
import { surveySettings } from './survey-defaults.ts'

type ProviderTables = {
  provider: {
    id: string
    organization_id: string
    name: string
    channel: Channel
    /** Sealed, like the previous key. */
    secret_key: string
    secret_key_made_at: string
    previous_secret_key: string | null
    previous_secret_key_made_at: string | null
    allowed_origins: string[]
    appearance: unknown
    calls: Generated<unknown>
    survey: Generated<unknown>
    visitor_context: Generated<boolean>
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
  survey: SurveySettings
  visitor_context: boolean
  secret_key_made_at: string
  /** null: only one key is valid. */
  previous_secret_key_made_at: string | null
  created_at: string
}

const tables = (db: Database | Transaction) => (db as Database).withTables<ProviderTables>()

/** Sealed. The previous key is valid until it is retired. */
export interface SealedKeys {
  secret_key: string
  secret_key_made_at: string
  previous_secret_key: string | null
  previous_secret_key_made_at: string | null
}

type StoredProvider = Omit<ProviderRow, 'calls' | 'survey'> & {
  calls: Partial<CallSettings>
  survey: Partial<SurveySettings>
}

const withDefaults = (row: StoredProvider): ProviderRow => ({
  ...row,
  calls: callSettings(row.calls),
  survey: surveySettings(row.survey),
})

const withDefaultsIfFound = (row: StoredProvider | undefined) => row && withDefaults(row)

/** Widgets. Does not select the sealed keys. Providers of other channels are managed by the channels feature. */
const existing = (db: Database | Transaction) =>
  tables(db)
    .selectFrom('provider')
    .select([
      'id',
      'organization_id',
      'name',
      'channel',
      'allowed_origins',
      'visitor_context',
      'secret_key_made_at',
      'previous_secret_key_made_at',
      'created_at',
    ])
    .select(sql<Appearance>`appearance`.as('appearance'))
    .select(sql<Partial<CallSettings>>`calls`.as('calls'))
    .select(sql<Partial<SurveySettings>>`survey`.as('survey'))
    .where('deleted_at', 'is', null)
    .where('channel', 'in', embeddedChannels)

export const insertProvider = (
  db: Database | Transaction,
  { calls: _calls, survey: _survey, ...row }: ProviderRow & { secret_key: string },
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

/** For web pages, which know only the id. */
export const findEmbeddedProvider = async (db: Database, id: string): Promise<ProviderRow | undefined> =>
  withDefaultsIfFound(await existing(db).where('id', '=', id).executeTakeFirst())

export const findProviderOf = async (
  db: Database,
  organizationId: string,
  id: string,
): Promise<ProviderRow | undefined> =>
  withDefaultsIfFound(
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
  return (await rows.execute()).map(withDefaults)
}

/** Of all channels, also of deleted providers. */
export const namesOfProviders = (
  db: Database,
  organizationId: string,
  ids: string[],
): Promise<{ id: string; name: string }[]> =>
  tables(db)
    .selectFrom('provider')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()

export interface ProviderUpdate {
  name?: string
  appearance?: Appearance
  allowed_origins?: string[]
  /** Merged into the stored settings. */
  calls?: CallSettingsChange
  /** Merged into the stored settings. */
  survey?: SurveySettingsChange
  visitor_context?: boolean
  deleted_at?: string
}

/** Returns false if the organization has no such provider. */
export async function updateProvider(
  db: Database,
  organizationId: string,
  id: string,
  { appearance, calls, survey, ...rest }: ProviderUpdate,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('provider')
    .set({
      ...rest,
      ...(appearance && { appearance: JSON.stringify(appearance) }),
      ...(calls && { calls: sql`calls || ${JSON.stringify(calls)}::jsonb` }),
      ...(survey && { survey: sql`survey || ${JSON.stringify(survey)}::jsonb` }),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('channel', 'in', embeddedChannels)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const keyColumns = [
  'secret_key',
  'secret_key_made_at',
  'previous_secret_key',
  'previous_secret_key_made_at',
] as const

/** Not scoped to an organization: a socket token identifies its provider by id only. */
export const findSealedKeys = (db: Database, id: string): Promise<SealedKeys | undefined> =>
  tables(db)
    .selectFrom('provider')
    .select(keyColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('channel', 'in', embeddedChannels)
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
    .where('channel', 'in', embeddedChannels)
    .executeTakeFirst()

/** Returns false if there is no such provider, or its keys are no longer the `known` ones. */
export async function replaceSealedKeys(
  db: Database,
  organizationId: string,
  id: string,
  { known, next }: { known: SealedKeys; next: SealedKeys },
): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('provider')
    .set(next)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('channel', 'in', embeddedChannels)
    .where('secret_key', '=', known.secret_key)
    .where('previous_secret_key', 'is not distinct from', known.previous_secret_key)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the previous key. Returns undefined if the provider does not have this one any more. */
export const retireSealedKey = (
  db: Database,
  organizationId: string,
  id: string,
  madeAt: string,
): Promise<SealedKeys | undefined> =>
  tables(db)
    .updateTable('provider')
    .set({ previous_secret_key: null, previous_secret_key_made_at: null })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('channel', 'in', embeddedChannels)
    .where('previous_secret_key_made_at', '=', madeAt)
    .returning(keyColumns)
    .executeTakeFirst()

/** Marks the provider of a channel that is not embedded as deleted. Its customers are kept. */
export const deleteChannelProvider = (db: Transaction, id: string, at: string): Promise<unknown> =>
  tables(db)
    .updateTable('provider')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('channel', 'not in', embeddedChannels)
    .execute()
