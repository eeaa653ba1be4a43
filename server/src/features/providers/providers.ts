import type { Channel } from '@parley/protocol/channel'
import type { Appearance, ProviderChange, ProviderSecret } from '@parley/protocol/provider'
import type { SurveySettings, SurveySettingsChange } from '@parley/protocol/survey'
import { createSecretKey, type KeyObject } from 'node:crypto'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { isId, newId } from '../../core/ids.ts'
import type { Logger } from '../../core/logger.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { createTtlCache } from '../../core/cache.ts'
import { hashToken, newToken, type Secrets } from '../../core/secrets.ts'
import { normalizeOrigins } from './allowed-origins.ts'
import { callSettings } from './call-defaults.ts'
import { surveySettings } from './survey-defaults.ts'
import {
  deleteChannelProvider,
  findEmbeddedProvider,
  findProviderOf,
  findSealedKeys,
  findSealedKeysOf,
  insertProvider,
  listProviders,
  namesOfProviders,
  replaceSealedKeys,
  retireSealedKey,
  updateProvider,
  type ProviderRow,
  type ProviderUpdate,
  type SealedKeys,
} from './provider-store.ts'

const newSecretKey = () => newToken('prv_sk_')
const sealingContext = (id: string) => `provider.secret_key:${id}`

/** Same as in protocol/src/provider.ts. */
const maxTitleLength = 60

const defaultAppearance = (name: string): Appearance => ({
  brand_color: '#3b5bdb',
  color_scheme: 'auto',
  position: 'right',
  title: name.length > maxTitleLength ? `${name.slice(0, maxTitleLength - 1).trim()}…` : name,
  greeting: null,
  language: 'auto',
})

/** A valid secret_key. `name` is a short hash that identifies it without revealing it. */
export interface SigningKey {
  name: string
  key: KeyObject
}

export type Providers = ReturnType<typeof createProviders>

export function createProviders(deps: {
  db: Database
  bus: Bus
  clock: Clock
  secrets: Secrets
  logger: Pick<Logger, 'warn'>
}) {
  const { db, bus, clock, secrets, logger } = deps
  /** Reported once, although every connection reads the keys. */
  const reported = new Set<string>()

  // Read on every page view and connection. The TTL bounds staleness when an invalidation message is lost.
  const embedded = createTtlCache(
    (id) => findEmbeddedProvider(db, id),
    { ttlMs: 30_000, maxEntries: 10_000 },
    clock,
  )
  const keys = createTtlCache(
    async (id) => liveKeys(await findSealedKeys(db, id), id),
    { ttlMs: 30_000, maxEntries: 10_000 },
    clock,
  )
  const forgetAll = () => {
    embedded.clear()
    keys.clear()
  }
  bus.subscribe('organization', ({ what, id }) => {
    if (what !== 'providers') return
    if (id === undefined) return forgetAll()
    embedded.delete(id)
    keys.delete(id)
  })
  bus.onGap(forgetAll)

  async function change(organizationId: string, id: string, update: ProviderUpdate): Promise<void> {
    if (!(await updateProvider(db, organizationId, id, update))) throw new AppError('not_found')
    announceChange(bus, organizationId, 'providers', id)
  }

  async function find(organizationId: string, id: string): Promise<ProviderRow> {
    const row = await findProviderOf(db, organizationId, id)
    if (!row) throw new AppError('not_found')
    return row
  }

  return {
    find,
    list: (organizationId: string, page: Parameters<typeof listProviders>[2], trx?: Transaction) =>
      listProviders(trx ?? db, organizationId, page),

    /** Of all channels, also of deleted providers. */
    namesAmong: (organizationId: string, ids: string[]) => namesOfProviders(db, organizationId, ids),

    /** For widgets. undefined: unknown, deleted, malformed id, or a channel that is not embedded. At most 30 s old. */
    findProvider: async (id: string): Promise<ProviderRow | undefined> =>
      isId(id) ? embedded.get(id) : undefined,

    /** Survey settings of a widget, at most 30 s old. */
    surveyOf: async (id: string): Promise<SurveySettings | undefined> => (await embedded.get(id))?.survey,

    async create(
      organizationId: string,
      input: { name: string; channel?: Channel },
      trx?: Transaction,
    ): Promise<ProviderRow> {
      const id = newId()
      const name = input.name.trim()
      const now = timestamp(clock())
      const row: ProviderRow = {
        id,
        organization_id: organizationId,
        name,
        channel: input.channel ?? 'widget',
        allowed_origins: [],
        appearance: defaultAppearance(name),
        calls: callSettings({}),
        survey: surveySettings({}),
        visitor_context: true,
        secret_key_made_at: now,
        previous_secret_key_made_at: null,
        created_at: now,
      }
      const secretKey = secrets.seal(newSecretKey(), sealingContext(id))
      await insertProvider(trx ?? db, { ...row, secret_key: secretKey })
      if (!trx) announceChange(bus, organizationId, 'providers', id)
      return row
    },

    removeOfChannel: (trx: Transaction, id: string) => deleteChannelProvider(trx, id, timestamp(clock())),

    /** @throws AppError not_found, invalid_request (a malformed origin) */
    async update(organizationId: string, id: string, input: ProviderChange): Promise<ProviderRow> {
      const { name, appearance, allowed_origins, calls, survey, visitor_context } = input
      const update: ProviderUpdate = {
        ...(name !== undefined && { name: name.trim() }),
        ...(appearance !== undefined && { appearance: { ...appearance, title: appearance.title.trim() } }),
        ...(allowed_origins !== undefined && { allowed_origins: normalizeOrigins(allowed_origins) }),
        ...(calls !== undefined && Object.keys(calls).length > 0 && { calls }),
        ...(survey !== undefined && Object.keys(survey).length > 0 && { survey: withoutBlanks(survey) }),
        ...(visitor_context !== undefined && { visitor_context }),
      }
      if (Object.keys(update).length > 0) await change(organizationId, id, update)
      return find(organizationId, id)
    },

    /** Deletes the widget but keeps its customers and conversations. @throws AppError not_found */
    remove: (organizationId: string, id: string): Promise<void> =>
      change(organizationId, id, { deleted_at: timestamp(clock()) }),

    /** Returns the keys that sign socket tokens in plain text (spec 5.3). @throws AppError not_found, secret_key_unreadable */
    async secretKeys(organizationId: string, id: string): Promise<ProviderSecret> {
      return unsealed(await findSealedKeysOf(db, organizationId, id), id)
    },

    /**
     * Adds a new key. The current one stays valid until it is retired, so that the organization's servers can switch over.
     * Keys that another PARLEY_SECRET sealed verify nothing and are dropped.
     * @throws AppError not_found, secret_key_rotating (two keys are valid already, or another request has just changed them)
     */
    async rotateSecretKey(organizationId: string, id: string): Promise<ProviderSecret> {
      const known = await findSealedKeysOf(db, organizationId, id)
      if (!known) throw new AppError('not_found')
      const [kept = null, surplus] = readableKeys(known, id)
      if (surplus !== undefined) throw new AppError('secret_key_rotating')
      const next: SealedKeys = {
        secret_key: secrets.seal(newSecretKey(), sealingContext(id)),
        secret_key_made_at: timestamp(clock()),
        previous_secret_key: kept && kept.sealed,
        previous_secret_key_made_at: kept && kept.madeAt,
      }
      if (!(await replaceSealedKeys(db, organizationId, id, { known, next })))
        throw new AppError('secret_key_rotating')
      reported.delete(id)
      announceChange(bus, organizationId, 'providers', id)
      return unsealed(next, id)
    },

    /**
     * Rejects tokens signed with the previous key from now on. Another one than that of `madeAt` stays valid: the organization's
     * servers may still use it.
     * @throws AppError not_found, secret_key_unreadable (the previous key is retired nevertheless)
     */
    async retireSecretKey(organizationId: string, id: string, madeAt?: string): Promise<ProviderSecret> {
      const known = await findSealedKeysOf(db, organizationId, id)
      const previousAt = known?.previous_secret_key_made_at ?? null
      if (previousAt === null || previousAt !== (madeAt ?? previousAt)) return unsealed(known, id)
      const left = await retireSealedKey(db, organizationId, id, previousAt)
      if (left) announceChange(bus, organizationId, 'providers', id)
      return unsealed(left ?? (await findSealedKeysOf(db, organizationId, id)), id)
    },

    /** The valid keys, newest first. At most 30 s old. */
    signingKeys: (id: string): Promise<SigningKey[]> => keys.get(id),
  }

  function unsealed(sealed: SealedKeys | undefined, id: string): ProviderSecret {
    if (!sealed) throw new AppError('not_found')
    const [current, previous] = readableKeys(sealed, id)
    if (current?.sealed !== sealed.secret_key) throw new AppError('secret_key_unreadable')
    return {
      secret_key: current.secret,
      created_at: current.madeAt,
      previous: previous ? { secret_key: previous.secret, created_at: previous.madeAt } : null,
    }
  }

  function liveKeys(sealed: SealedKeys | undefined, id: string): SigningKey[] {
    if (!sealed) return []
    return readableKeys(sealed, id).map(({ secret }) => ({
      name: hashToken(secret).slice(0, 12),
      key: createSecretKey(secret, 'utf8'),
    }))
  }

  /** Newest first, without those that another PARLEY_SECRET sealed. */
  function readableKeys(keys: SealedKeys, id: string): ReadableKey[] {
    const { previous_secret_key: previous, previous_secret_key_made_at: previousMadeAt } = keys
    const stored = [{ sealed: keys.secret_key, madeAt: keys.secret_key_made_at }]
    if (previous !== null && previousMadeAt !== null)
      stored.push({ sealed: previous, madeAt: previousMadeAt })
    return stored.flatMap((key) => {
      try {
        return [{ ...key, secret: secrets.open(key.sealed, sealingContext(id)) }]
      } catch {
        reportUnreadable(id)
        return []
      }
    })
  }

  function reportUnreadable(id: string): void {
    if (reported.has(id)) return
    reported.add(id)
    logger.warn(
      { provider_id: id },
      'a secret key of this widget cannot be decrypted: PARLEY_SECRET differs from the one it was encrypted with',
    )
  }
}

interface ReadableKey {
  sealed: string
  madeAt: string
  secret: string
}

/** Texts without content mean the widget's own. */
const withoutBlanks = (survey: SurveySettingsChange): SurveySettingsChange =>
  Object.fromEntries(
    Object.entries(survey).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.trim() || null : value,
    ]),
  )
