import type { SocialProvider } from '@parley/protocol/customer'
import type { KeySource, LoginChange, MemberLogin, MemberLoginChange } from '@parley/protocol/social-login'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { readP256Key } from '../../core/p256-key.ts'
import { createTtlCache } from '../../core/cache.ts'
import type { Secrets } from '../../core/secrets.ts'
import type { LoginKeys, ServiceKeys } from './login-keys.ts'
import {
  findLogin,
  findLogins,
  findMemberLogin,
  lockMemberLogin,
  putLogin,
  defaultMemberLogin,
  updateMemberLogin,
} from './member-login-store.ts'
import type { LoginRow } from './social-login-tables.ts'
import { socials } from './socials.ts'

const sealingContext = (providerId: string, social: SocialProvider) =>
  `social_login.secret:${providerId}:${social}`

/** The callback URL, the same for every organization (spec 4.2). */
export const redirectUri = (baseUrl: string, social: SocialProvider): string =>
  `${baseUrl}/v1/public/oauth/${social}/callback`

export type MemberLogins = ReturnType<typeof createMemberLogins>

export interface MemberLoginDeps {
  db: Database
  bus: Bus
  clock: Clock
  secrets: Secrets
  baseUrl: string
  serviceKeys: ServiceKeys
  /** @throws AppError not_found when the organization has no such widget */
  requireProvider: (organizationId: string, providerId: string) => Promise<unknown>
}

/** The social logins of each widget and their keys (spec 5.4). */
export function createMemberLogins(deps: MemberLoginDeps) {
  const { db, bus, secrets, serviceKeys } = deps

  // Read on every page view. The TTL bounds staleness when an invalidation message is lost.
  const offered = createTtlCache(readOffered, { ttlMs: 30_000, maxEntries: 10_000 }, deps.clock)
  bus.subscribe('organization', ({ what, id }) => {
    if (what !== 'providers') return
    if (id === undefined) offered.clear()
    else offered.delete(id)
  })
  bus.onGap(offered.clear)

  async function readOffered(providerId: string): Promise<SocialProvider[]> {
    const [setting = defaultMemberLogin, rows] = await Promise.all([
      findMemberLogin(db, providerId),
      findLogins(db, providerId),
    ])
    return socials.filter((social) => {
      const row = rows.find((one) => one.social === social)
      return row?.enabled === true && hasKeys(setting.key_source, row)
    })
  }

  /** The operator may have removed keys after the login was enabled. */
  const hasKeys = (source: KeySource, row: LoginRow) => keysOf(source, row.social, row) !== null

  function keysOf(source: KeySource, social: SocialProvider, row: LoginRow | undefined): LoginKeys | null {
    if (source === 'service') return serviceKeys[social] ?? null
    if (!row) return null
    const { client_id: clientId, team_id: teamId, key_id: keyId } = row
    const secret = secretOf(row)
    if (clientId === null || secret === null) return null
    if (social !== 'apple') return { clientId, secret }
    return teamId === null || keyId === null ? null : { clientId, teamId, keyId, privateKey: secret }
  }

  /** null: none, or PARLEY_SECRET is not the one that sealed it. */
  function secretOf(row: LoginRow): string | null {
    if (row.secret === null) return null
    try {
      return secrets.open(row.secret, sealingContext(row.provider_id, row.social))
    } catch {
      return null
    }
  }

  async function read(organizationId: string, providerId: string): Promise<MemberLogin> {
    await deps.requireProvider(organizationId, providerId)
    const setting = (await findMemberLogin(db, providerId)) ?? defaultMemberLogin
    const rows = await findLogins(db, providerId)
    const logins = socials.map((social) => {
      const row = rows.find((one) => one.social === social)
      return {
        social,
        enabled: row?.enabled ?? false,
        service_keys: serviceKeys[social] !== undefined,
        redirect_uri: redirectUri(deps.baseUrl, social),
        client_id: row?.client_id ?? null,
        team_id: row?.team_id ?? null,
        key_id: row?.key_id ?? null,
        secret_saved: row !== undefined && secretOf(row) !== null,
      }
    })
    return { ...setting, logins }
  }

  return {
    /** @throws AppError not_found */
    read,

    /** The logins shown by the widget. At most 30 s old. */
    offered: (providerId: string): Promise<SocialProvider[]> => offered.get(providerId),

    /** Returns null if the login is disabled or has no keys. `tested`: include disabled logins, for tests by admins. */
    async keysFor(providerId: string, social: SocialProvider, tested: boolean): Promise<LoginKeys | null> {
      const [setting = defaultMemberLogin, row] = await Promise.all([
        findMemberLogin(db, providerId),
        findLogin(db, providerId, social),
      ])
      if (!tested && row?.enabled !== true) return null
      return keysOf(setting.key_source, social, row)
    },

    async sessionDays(providerId: string): Promise<number> {
      return ((await findMemberLogin(db, providerId)) ?? defaultMemberLogin).session_days
    },

    /**
     * Applies the whole change or nothing.
     * @throws AppError not_found; login_keys_missing, login_private_key_invalid, invalid_request with a pointer
     */
    async change(organizationId: string, providerId: string, input: MemberLoginChange): Promise<MemberLogin> {
      await deps.requireProvider(organizationId, providerId)
      const { logins = [], ...setting } = input
      const ids = { provider_id: providerId, organization_id: organizationId }
      await db.transaction().execute(async (trx) => {
        const after = { ...(await lockMemberLogin(trx, ids)), ...setting }
        if (Object.keys(setting).length > 0) await updateMemberLogin(trx, providerId, setting)
        const known = new Map((await findLogins(trx, providerId)).map((row) => [row.social, row]))
        for (const [index, change] of logins.entries()) {
          const row = changed(known.get(change.social) ?? empty(ids, change.social), change, index)
          known.set(change.social, row)
          await putLogin(trx, row)
        }
        for (const row of known.values()) {
          if (!row.enabled || hasKeys(after.key_source, row)) continue
          const index = logins.findIndex((change) => change.social === row.social)
          // After the loss of PARLEY_SECRET, keys are entered again for one login at a time.
          const isUndecryptable = row.secret !== null && secretOf(row) === null
          if (isUndecryptable && index === -1 && setting.key_source === undefined) continue
          throw new AppError('login_keys_missing', {
            detail: row.social,
            pointer: index === -1 ? '/body/key_source' : `/body/logins/${index}`,
          })
        }
      })
      announceChange(bus, organizationId, 'providers', providerId)
      return read(organizationId, providerId)
    },
  }

  function changed(row: LoginRow, change: LoginChange, index: number): LoginRow {
    const { social, client_id, client_secret, private_key, team_id, key_id, enabled = row.enabled } = change
    const isApple = social === 'apple'
    const misplaced = isApple ? ['client_secret'] : ['team_id', 'key_id', 'private_key']
    const wrong = misplaced.find((name) => change[name as keyof LoginChange] !== undefined)
    if (wrong !== undefined) {
      throw new AppError('invalid_request', {
        detail: `${social} has no ${wrong}.`,
        pointer: `/body/logins/${index}/${wrong}`,
      })
    }
    if (client_id === null) return { ...empty(row, social), enabled }
    if (private_key !== undefined && !readP256Key(private_key)) {
      throw new AppError('login_private_key_invalid', { pointer: `/body/logins/${index}/private_key` })
    }
    const secret = isApple ? private_key : client_secret?.trim()
    return {
      ...row,
      enabled,
      client_id: client_id ?? row.client_id,
      team_id: team_id ?? row.team_id,
      key_id: key_id ?? row.key_id,
      secret: secret ? secrets.seal(secret, sealingContext(row.provider_id, social)) : row.secret,
    }
  }
}

const empty = (ids: { provider_id: string; organization_id: string }, social: SocialProvider): LoginRow => ({
  provider_id: ids.provider_id,
  organization_id: ids.organization_id,
  social,
  enabled: false,
  client_id: null,
  secret: null,
  team_id: null,
  key_id: null,
})
