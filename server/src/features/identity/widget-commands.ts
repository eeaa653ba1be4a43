import type { ErrorCode } from '@parley/protocol/error'
import type {
  AuthenticateParams,
  ConnectParams,
  ConnectResult,
  CustomerLanguageParams,
  LoginRedeemParams,
  LoginStarted,
  LoginStartParams,
} from '@parley/protocol/session'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import {
  connectedPrincipal,
  customerIdOf,
  principalOf,
  type WidgetPrincipal,
  type WidgetSession,
} from '../../realtime/contexts.ts'
import { consumeChallenge, newChallenge } from './challenge.ts'
import { createEntering, type EnteringDeps } from './entering.ts'
import type { TokenRefusal } from './login-problems.ts'
import type { AppSessions, MemberSession, MemberSessions } from './member-sessions.ts'
import {
  customPrincipal,
  socialPrincipal,
  visitorPrincipal,
  type KnownCustomer,
  type ProvenKey,
} from './principals.ts'
import type { OriginAllowed } from './origins.ts'
import type { ReadProof } from './proof-reader.ts'
import { verifyToken, type SigningKey } from './socket-token.ts'

const maxRefusals = 3

declare module '../../core/bus/bus.ts' {
  interface BusMessages {
    /**
     * A member has signed out with this key, or closed their account: their sockets in other tabs and browsers are closed
     * (SPEC M13, M14).
     */
    'member.left': { provider_id: string; jkt: string } | { customer_id: string }
  }
}

export interface KnownProvider {
  id: string
  organization_id: string
  allowed_origins: string[]
}

export interface WidgetConnectDeps extends EnteringDeps {
  bus: Bus
  clock: Clock
  readProof: ReadProof
  /** The socket's public URL with the scheme http or https, which proofs must contain (SPEC H6). */
  htu: string
  findProvider: (providerId: string) => Promise<KnownProvider | undefined>
  /** Returns every live secret_key of a provider. */
  signingKeys: (providerId: string) => Promise<SigningKey[]>
  originAllowed: OriginAllowed
  findCustomer: (organizationId: string, customerId: string) => Promise<KnownCustomer | undefined>
  /** @param signedInAt time of the sign-in that closes it, in milliseconds */
  closeAccount: (organizationId: string, customerId: string, signedInAt: number) => Promise<void>
  setLanguage: (organizationId: string, customerId: string, language: string) => Promise<void>
  memberSessions: MemberSessions
  appSessions: AppSessions
  /** Called when a token was refused, for the admins' list (SPEC M16). */
  onTokenRefused: (refusal: TokenRefusal) => void
}

/** Socket commands of widgets: session.*, connect, login.*, account.close, customer.language, ping and pong (spec 5; SPEC O, H, M). */
export function widgetCommands(deps: WidgetConnectDeps) {
  const { memberSessions } = deps
  const enter = createEntering(deps)

  async function connect(session: WidgetSession, params: ConnectParams): Promise<ConnectResult> {
    const { context } = session
    const { connection } = context
    if (connection.state === 'connected') throw new AppError('already_connected')
    const provider = await deps.findProvider(params.provider_id)
    if (!provider) throw refusal(session, 'provider_unknown')
    if (!deps.originAllowed(context.origin, provider.allowed_origins)) {
      setImmediate(() => session.close('origin_refused'))
      throw new AppError('origin_not_allowed')
    }
    const jkt = await prove(session, params)
    const chosen = params.chosen_language
    context.language = { tag: chosen ?? params.language ?? 'en', chosen: chosen !== undefined }
    const key = { organization_id: provider.organization_id, provider_id: provider.id, jkt }
    const principal = await principalFor(session, key, params.token)
    if (session.closed) throw new AppError('unavailable')
    clearTimeout(connection.timeout)
    return enterProven(session, principal, params)
  }

  /** Also accepted after the member's session has expired, while the socket is open: a renewal may be late. */
  async function authenticate(session: WidgetSession, params: AuthenticateParams): Promise<ConnectResult> {
    const before = connectedPrincipal(session)
    if (!before) throw new AppError('not_connected')
    const jkt = await prove(session, params)
    if (jkt !== before.jkt) throw refusal(session, 'proof_key_changed')
    return enterProven(session, await principalFor(session, before, params.token), params)
  }

  async function enterProven(
    session: WidgetSession,
    principal: WidgetPrincipal,
    params: AuthenticateParams,
  ): Promise<ConnectResult> {
    try {
      const result = await enter(session, principal, params)
      session.context.refusals = 0
      return result
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'account_closed') throw error
      if (params.token !== undefined) noteRefusal(session, principal, error.code, principal.provider_id)
      throw refusal(session, error.code)
    }
  }

  /** Returns the thumbprint of the proven key. */
  async function prove(session: WidgetSession, { proof, token }: AuthenticateParams): Promise<string> {
    if (proof === undefined) throw refusal(session, 'proof_missing')
    const now = deps.clock()
    const { challenge } = session.context
    const reading = await deps.readProof({ proof, htu: deps.htu, now, token })
    if (!reading.signed) throw refusal(session, reading.code)
    const { nonce, verdict } = reading
    const problem = consumeChallenge(challenge, nonce, now)
    if (problem) throw refusal(session, problem)
    if (!verdict.ok) throw refusal(session, verdict.code)
    return verdict.jkt
  }

  async function principalFor(
    session: WidgetSession,
    key: ProvenKey,
    token: string | undefined,
  ): Promise<WidgetPrincipal> {
    const { context } = session
    if (token === undefined) {
      const signedIn = await memberSessions.find(key.provider_id, key.jkt)
      return (signedIn && (await memberBehind(session, key, signedIn))) ?? visitorPrincipal(key, context)
    }
    const opened = await deps.appSessions.openToken(token, { providerId: key.provider_id, jkt: key.jkt })
    if (opened !== null) {
      const member = opened.ok ? await memberBehind(session, key, opened.session) : null
      if (!member) throw refusal(session, opened.ok ? 'account_closed' : opened.code)
      return member
    }
    const verdict = verifyToken(token, {
      providerId: key.provider_id,
      keys: await deps.signingKeys(key.provider_id),
      jkt: key.jkt,
      now: deps.clock(),
    })
    if (verdict.ok) return customPrincipal(key, context, verdict.member)
    noteRefusal(session, key, verdict.code, verdict.pid)
    throw refusal(session, verdict.code)
  }

  /** Returns null when the account was closed or the row is gone. */
  async function memberBehind(
    session: WidgetSession,
    key: ProvenKey,
    signedIn: MemberSession,
  ): Promise<WidgetPrincipal | null> {
    const row = await deps.findCustomer(key.organization_id, signedIn.customer_id)
    if (!row || row.auth_provider === null || row.deactivated_at !== null) return null
    return socialPrincipal(key, session.context, { ...row, auth_provider: row.auth_provider }, signedIn)
  }

  function noteRefusal({ context }: WidgetSession, key: ProvenKey, code: ErrorCode, pid: string | null) {
    deps.onTokenRefused({
      organizationId: key.organization_id,
      providerId: key.provider_id,
      code,
      pid,
      origin: context.origin,
    })
  }

  async function redeem(session: WidgetSession, params: LoginRedeemParams): Promise<ConnectResult> {
    const before = principalOf(session)
    const { provider_id: providerId, jkt } = before
    const signedIn = await memberSessions.redeem(params.code, { providerId, jkt })
    const principal = await memberBehind(session, before, signedIn)
    if (!principal) throw new AppError('login_code_invalid')
    return enter(session, principal, params)
  }

  async function logout(session: WidgetSession): Promise<ConnectResult> {
    const before = connectedPrincipal(session)
    if (!before) throw new AppError('not_connected')
    const { provider_id: providerId, jkt } = before
    // A renewal that has already begun must not sign the member in again.
    session.context.challenge.state = 'burnt'
    await memberSessions.end(providerId, jkt)
    try {
      return await enter(session, visitorPrincipal(before, session.context), {})
    } finally {
      // Also when this socket is gone by now.
      deps.bus.publish('member.left', { provider_id: providerId, jkt })
    }
  }

  async function closeAccount(session: WidgetSession): Promise<ConnectResult> {
    const before = principalOf(session)
    if (!before.member) throw new AppError('member_only')
    const customerId = customerIdOf(session)
    if (customerId === null) return logout(session)
    await deps.closeAccount(before.organization_id, customerId, before.member.issued_at)
    try {
      await memberSessions.endAll(customerId)
      return await logout(session)
    } finally {
      deps.bus.publish('member.left', { customer_id: customerId })
    }
  }

  return {
    'session.challenge': (session: WidgetSession) => {
      const { state, challenge } = newChallenge(deps.clock())
      session.context.challenge = state
      return challenge
    },
    connect,
    'session.authenticate': authenticate,
    'session.logout': logout,
    'login.start': (session: WidgetSession, { social }: LoginStartParams): Promise<LoginStarted> => {
      const { organization_id: organizationId, provider_id: providerId, jkt } = principalOf(session)
      const { origin } = session.context
      return memberSessions.start({ social, organizationId, providerId, jkt, origin })
    },
    'login.redeem': redeem,
    'account.close': closeAccount,
    'customer.language': async (session: WidgetSession, { language }: CustomerLanguageParams) => {
      const principal = principalOf(session)
      const { context } = session
      context.language = { tag: language, chosen: true }
      if (context.connection.state === 'connected')
        context.connection.principal = { ...principal, language, language_chosen: true }
      const customerId = customerIdOf(session)
      if (customerId !== null) await deps.setLanguage(principal.organization_id, customerId, language)
      return {}
    },
    ping: () => ({ server_time: timestamp(deps.clock()) }),
    pong: () => ({}),
  }
}

/** The third refusal in a row closes the socket after its response (SPEC H8). */
function refusal(session: WidgetSession, code: ErrorCode): AppError {
  session.context.refusals += 1
  if (session.context.refusals >= maxRefusals) setImmediate(() => session.close('handshake_refused'))
  return new AppError(code)
}
