import type { ApiKey, ApiKeyInput, NewApiKey } from '@parley/protocol/api-key'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { apiKeyPrefix, type AgentIdentity } from '../../core/permissions.ts'
import { hashToken, newToken } from '../../core/secrets.ts'
import { createKeyedSemaphore } from '../../core/semaphore.ts'
import {
  countApiKeys,
  deleteApiKey,
  findKeyByHash,
  insertApiKey,
  listApiKeys,
  lockApiKeys,
  markUsed,
  type KnownKey,
} from './api-key-store.ts'

export const maxApiKeys = 20

const hintLength = apiKeyPrefix.length + 4

/** Precision of `last_used_at`, so that a busy key does not write with each request. */
const usePrecisionMs = 60_000

export type ApiKeys = ReturnType<typeof createApiKeys>

export interface ApiKeyDeps {
  db: Database
  bus: Bus
  clock: Clock
  /** Holds the actor's role until the commit. @throws AppError forbidden when it is lower by now */
  holdRole: (trx: Transaction, actor: AgentIdentity, needed: 'admin') => Promise<void>
}

export function createApiKeys(deps: ApiKeyDeps) {
  const { db, bus, clock } = deps
  // Transactions that wait for the lock hold a connection: many at once would take all of them.
  const turns = createKeyedSemaphore(1)

  return {
    list: (organizationId: string, page: Parameters<typeof listApiKeys>[2]): Promise<ApiKey[]> =>
      listApiKeys(db, organizationId, page),

    /** @throws AppError forbidden, api_key_limit */
    async create(actor: AgentIdentity, input: ApiKeyInput): Promise<NewApiKey> {
      const { organizationId } = actor
      const key = newToken(apiKeyPrefix)
      const row: ApiKey = {
        id: newId(),
        name: input.name.trim(),
        scopes: input.scopes,
        hint: key.slice(0, hintLength),
        last_used_at: null,
        created_at: timestamp(clock()),
      }
      await turns.run(organizationId, () =>
        db.transaction().execute(async (trx) => {
          // An agent who is being removed or demoted must not keep access through a new key.
          await deps.holdRole(trx, actor, 'admin')
          await lockApiKeys(trx, organizationId)
          if ((await countApiKeys(trx, organizationId)) >= maxApiKeys) throw new AppError('api_key_limit')
          await insertApiKey(trx, { ...row, organization_id: organizationId, token_hash: hashToken(key) })
        }),
      )
      announceChange(bus, organizationId, 'api-keys')
      return { ...row, key }
    },

    /** Effective from the commit on. @throws AppError not_found */
    async revoke(organizationId: string, id: string): Promise<void> {
      if (!(await deleteApiKey(db, organizationId, id))) throw new AppError('not_found')
      announceChange(bus, organizationId, 'api-keys')
    },

    /**
     * undefined: unknown or revoked. Reads the database each time, so that revoking is effective in every process at once.
     * Compares hashes, so that timing reveals nothing about a key.
     */
    async use(key: string): Promise<KnownKey | undefined> {
      const known = await findKeyByHash(db, hashToken(key))
      if (!known) return undefined
      const now = timestamp(clock())
      const unlessSince = timestamp(clock() - usePrecisionMs)
      if (known.last_used_at === null || known.last_used_at <= unlessSince)
        await markUsed(db, known.id, { now, unlessSince })
      return known
    },
  }
}
