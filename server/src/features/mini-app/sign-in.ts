import { channelCapabilities, type Channel } from '@parley/protocol/channel'
import type { MiniAppSignIn } from '@parley/protocol/mini-app'
import type { ErrorCode } from '@parley/protocol/error'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { isId } from '../../core/ids.ts'
import type { AppTokens } from './app-token.ts'
import { verifyInitData, type InitData, type PlatformKeys } from './init-data.ts'
import { findLogin, findMiniApp, insertLogin, putMember, type MiniAppRow } from './mini-app-store.ts'
import type { PlatformUser } from './platform-user.ts'

/** How old `auth_date` may be at the sign-in. */
const maxAgeSeconds = 300
/** How far it may be ahead, because clocks differ. */
const maxAheadSeconds = 30
/** How long the browser that signed in receives further tokens: a page that stays open for a working day. */
const sessionMs = 12 * 3_600_000

export interface KnownWidget {
  id: string
  organization_id: string
  allowed_origins: string[]
}

interface KnownMember {
  id: string
  deactivated_at: string | null
}

/** The member to create or update (spec 2.1: `auth_provider` is `custom`). */
export interface NewAppMember {
  organization_id: string
  provider_id: string
  identity: string
  language: string
  language_chosen: boolean
  country_code: string
  member: Omit<PlatformUser, 'id'> & {
    auth_provider: 'custom'
    external_id: string
    email: null
    email_verified: null
  }
}

export interface SignInDeps {
  db: Database
  clock: Clock
  tokens: AppTokens
  keys: PlatformKeys
  /** undefined: deleted. */
  findWidget: (widgetId: string) => Promise<KnownWidget | undefined>
  /** undefined: not connected any more. */
  accountOf: (providerId: string) => Promise<{ channel: Channel; token: string } | undefined>
  originAllowed: (origin: string | null, allowed: string[]) => boolean
  findMember: (providerId: string, identity: string) => Promise<KnownMember | undefined>
  /** `begunAt`: when a sign-in that is repeated began, in milliseconds. An account that was closed since then stays closed. */
  signInMember: (member: NewAppMember, begunAt?: number) => Promise<KnownMember>
  findCustomer: (organizationId: string, customerId: string) => Promise<KnownMember | undefined>
}

/** The session of the member that a token names. Times are Unix milliseconds. */
interface AppSession {
  customer_id: string
  signed_in_at: number
  expires_at: number
}

export type AppSessionVerdict = { ok: true; session: AppSession } | { ok: false; code: ErrorCode }

/** Identity of a member within a widget: not the one of custom login, whose ids belong to the organization. */
const identityOf = (channel: Channel, userId: string): string => `${channel}_app:${userId}`

/** Sign-in of a mini app (docs/decisions/mini-app.md). */
export function createMiniAppSignIn(deps: SignInDeps) {
  const { db, clock, tokens } = deps

  async function runningApp(providerId: string): Promise<{ app: MiniAppRow; widget: KnownWidget }> {
    const app = isId(providerId) ? await findMiniApp(db, providerId) : undefined
    const widget = app && (await deps.findWidget(app.widget_id))
    if (!widget || widget.organization_id !== app.organization_id) throw new AppError('mini_app_off')
    return { app, widget }
  }

  /**
   * Uses the hash up. Returns the time of its first use in milliseconds, or undefined if this is the first one.
   * @throws AppError init_data_expired, init_data_in_future, init_data_replayed
   */
  async function useOnce(
    providerId: string,
    { hash, authDate }: InitData,
    jkt: string,
  ): Promise<number | undefined> {
    const now = clock()
    const age = now / 1000 - authDate
    if (age < -maxAheadSeconds) throw new AppError('init_data_in_future')
    if (age <= maxAgeSeconds) {
      const login = { provider_id: providerId, hash, jkt, created_at: timestamp(now) }
      if (await insertLogin(db, { ...login, expires_at: timestamp(now + sessionMs) })) return undefined
    }
    const known = await findLogin(db, providerId, hash)
    if (known && known.jkt !== jkt) throw new AppError('init_data_replayed')
    if (!known || known.expires_at <= timestamp(now)) throw new AppError('init_data_expired')
    // In whole seconds, as the `iat` of its token: closing the account sets `deactivated_at` to that or later.
    return Math.floor(Date.parse(known.created_at) / 1000) * 1000
  }

  return {
    runningApp,

    /**
     * Exchanges initData for a socket token. The first use signs the member in; later ones of the same browser only renew
     * the token, so that they neither reopen an account that was closed meanwhile nor overwrite a newer profile. They sign in
     * a member who does not exist, or whose account was closed before the first use: that one has failed halfway.
     * @throws AppError mini_app_off, origin_not_allowed, account_closed, init_data_*
     */
    async signIn(
      providerId: string,
      { init_data: text, jkt }: MiniAppSignIn,
      from: { origin: string | null; countryCode: string },
    ): Promise<{ token: string }> {
      const { app, widget } = await runningApp(providerId)
      if (!deps.originAllowed(from.origin, widget.allowed_origins)) throw new AppError('origin_not_allowed')
      const account = await deps.accountOf(providerId)
      if (!account || !channelCapabilities[account.channel].miniApp) throw new AppError('mini_app_off')
      const verdict = verifyInitData(text, account, deps.keys)
      if (!verdict.ok) throw new AppError(verdict.code)
      const { user } = verdict.data
      const identity = identityOf(account.channel, user.id)
      const usedAt = await useOnce(providerId, verdict.data, jkt)
      const known = usedAt === undefined ? undefined : await deps.findMember(widget.id, identity)
      const member =
        known?.deactivated_at === null
          ? known
          : await deps.signInMember(newMember(widget, identity, user, from.countryCode), usedAt)
      if (member.deactivated_at !== null) throw new AppError('account_closed')
      await putMember(db, {
        customer_id: member.id,
        organization_id: app.organization_id,
        channel: account.channel,
        account_id: user.id,
      })
      const bound = { pid: widget.id, uid: identity, cid: member.id, app: providerId, jkt }
      return { token: await tokens.sign(bound, clock()) }
    },

    /** For the socket. null: a token of another kind. */
    async openToken(
      token: string,
      bound: { providerId: string; jkt: string },
    ): Promise<AppSessionVerdict | null> {
      if (!tokens.isOwn(token)) return null
      const verdict = await tokens.verify(token, clock())
      if (!verdict.ok) return verdict
      const { pid, cid, jkt, app: providerId, iat, exp } = verdict.claims
      if (pid !== bound.providerId) return { ok: false, code: 'token_pid_mismatch' }
      if (jkt !== bound.jkt) return { ok: false, code: 'key_mismatch' }
      // Switched off or disconnected meanwhile, or now for another widget.
      const app = await findMiniApp(db, providerId)
      if (app?.widget_id !== pid || !(await deps.accountOf(providerId)))
        return { ok: false, code: 'mini_app_off' }
      const member = await deps.findCustomer(app.organization_id, cid)
      if (member?.deactivated_at !== null) return { ok: false, code: 'account_closed' }
      return { ok: true, session: { customer_id: cid, signed_in_at: iat * 1000, expires_at: exp * 1000 } }
    },
  }
}

export type MiniAppSignInFeature = ReturnType<typeof createMiniAppSignIn>

const newMember = (
  widget: KnownWidget,
  identity: string,
  { id, ...profile }: PlatformUser,
  countryCode: string,
): NewAppMember => ({
  organization_id: widget.organization_id,
  provider_id: widget.id,
  identity,
  language: profile.language ?? 'en',
  language_chosen: profile.language !== null,
  country_code: countryCode,
  member: {
    ...profile,
    auth_provider: 'custom',
    external_id: id,
    email: null,
    email_verified: null,
  },
})
