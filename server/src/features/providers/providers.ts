import type { Appearance, ProviderChange } from '@parley/protocol/provider'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { isId, newId } from '../../core/ids.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { remember } from '../../core/remember.ts'
import { newToken, type Secrets } from '../../core/secrets.ts'
import { normalizeOrigins } from './allowed-origins.ts'
import {
  findProvider,
  findProviderOf,
  findSealedKey,
  insertProvider,
  listProviders,
  updateProvider,
  type ProviderRow,
  type ProviderUpdate,
} from './provider-store.ts'

const newSecretKey = () => newToken('prv_sk_')
const sealingContext = (id: string) => `provider.secret_key:${id}`

const firstAppearance = (name: string): Appearance => ({
  brand_color: '#3b5bdb',
  color_scheme: 'auto',
  position: 'right',
  title: name.slice(0, 60).trim(),
  greeting: null,
  language: 'auto',
})

export type Providers = ReturnType<typeof createProviders>

export function createProviders(deps: { db: Database; bus: Bus; clock: Clock; secrets: Secrets }) {
  const { db, bus, clock, secrets } = deps

  // Each page view and each connecting widget asks; a change is heard at once, and where that word was lost after 30 s.
  const known = remember((id) => findProvider(db, id), { milliseconds: 30_000, entries: 10_000 }, clock)
  bus.subscribe('organization', ({ what }) => {
    if (what === 'providers') known.forgetAll()
  })

  async function change(organizationId: string, id: string, update: ProviderUpdate): Promise<void> {
    if (!(await updateProvider(db, organizationId, id, update))) throw new AppError('not_found')
    announceChange(bus, organizationId, 'providers')
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

    /** For widgets, by id alone: undefined when it is unknown, deleted or no id at all. At most 30 s old. */
    findProvider: async (id: string): Promise<ProviderRow | undefined> =>
      isId(id) ? known.get(id) : undefined,

    async create(organizationId: string, input: { name: string }, trx?: Transaction): Promise<ProviderRow> {
      const id = newId()
      const name = input.name.trim()
      const row: ProviderRow = {
        id,
        organization_id: organizationId,
        name,
        allowed_origins: [],
        appearance: firstAppearance(name),
        created_at: timestamp(clock()),
      }
      const secretKey = secrets.seal(newSecretKey(), sealingContext(id))
      await insertProvider(trx ?? db, { ...row, secret_key: secretKey })
      if (!trx) announceChange(bus, organizationId, 'providers')
      return row
    },

    /** @throws AppError not_found, invalid_request (an origin that is none) */
    async update(organizationId: string, id: string, input: ProviderChange): Promise<ProviderRow> {
      const { name, appearance, allowed_origins } = input
      const update: ProviderUpdate = {
        ...(name !== undefined && { name: name.trim() }),
        ...(appearance !== undefined && { appearance: { ...appearance, title: appearance.title.trim() } }),
        ...(allowed_origins !== undefined && { allowed_origins: normalizeOrigins(allowed_origins) }),
      }
      if (Object.keys(update).length > 0) await change(organizationId, id, update)
      return find(organizationId, id)
    },

    /** Its widget is unknown from then on; its customers and conversations stay. @throws AppError not_found */
    remove: (organizationId: string, id: string): Promise<void> =>
      change(organizationId, id, { deleted_at: timestamp(clock()) }),

    /** The key that signs socket tokens (spec 5.3). @throws AppError not_found */
    async secretKey(organizationId: string, id: string): Promise<string> {
      const sealed = await findSealedKey(db, organizationId, id)
      if (sealed === undefined) throw new AppError('not_found')
      return secrets.open(sealed, sealingContext(id))
    },

    /** Tokens signed with the key before are refused from then on. @throws AppError not_found */
    async regenerateSecretKey(organizationId: string, id: string): Promise<string> {
      const secretKey = newSecretKey()
      await change(organizationId, id, { secret_key: secrets.seal(secretKey, sealingContext(id)) })
      return secretKey
    },
  }
}
