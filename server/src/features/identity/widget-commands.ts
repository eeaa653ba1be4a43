import type { Language } from '@parley/protocol/provider'
import type { ErrorCode } from '@parley/protocol/error'
import type { ConnectParams, ConnectResult, TeamStatus } from '@parley/protocol/session'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import { joinCustomer, type WidgetPrincipal, type WidgetSession } from '../../realtime/contexts.ts'
import type { FanOut } from '../../realtime/fan-out.ts'
import type { Presence } from '../../realtime/presence.ts'
import { burnChallenge, newChallenge } from './challenge.ts'
import { verifyProof } from './proof.ts'

const maxRefusals = 3

type Snapshot = Omit<ConnectResult, 'team' | 'customer_id' | 'member' | 'language'>

export interface KnownProvider {
  id: string
  organization_id: string
  allowed_origins: string[]
}

export interface WidgetConnectDeps {
  clock: Clock
  /** The socket's public address with http/https scheme: what a proof must be made for (SPEC H6). */
  htu: string
  fanOut: FanOut
  presence: Presence
  findProvider: (providerId: string) => Promise<KnownProvider | undefined>
  /** Identity of the visitor's row, when there is one. */
  findVisitor: (providerId: string, jkt: string) => Promise<{ id: string } | undefined>
  birthName: (providerId: string, jkt: string) => string
  /** Log, conversation and newest messages of a customer, as the first answer carries them. */
  snapshot: (organizationId: string, customerId: string, resumeAfter: number | null) => Promise<Snapshot>
  team: (organizationId: string) => Promise<TeamStatus>
}

/** session.challenge, connect, ping, pong of widgets (spec 5.2; SPEC O, H). */
export function widgetCommands(deps: WidgetConnectDeps) {
  async function connect(session: WidgetSession, params: ConnectParams): Promise<ConnectResult> {
    const { context } = session
    if (context.principal) throw new AppError('already_connected')
    const provider = await deps.findProvider(params.provider_id)
    if (!provider) throw refusal(session, 'provider_unknown')
    if (!originAllowed(context.origin, provider.allowed_origins)) {
      setImmediate(() => session.close('origin_refused'))
      throw new AppError('origin_not_allowed')
    }
    if (params.proof === undefined) throw refusal(session, 'proof_missing')
    const now = deps.clock()
    const verdict = await verifyProof(params.proof, {
      htu: deps.htu,
      now,
      checkNonce: (nonce) => burnChallenge(context.challenge, nonce, now),
    })
    if (!verdict.ok) throw refusal(session, verdict.code)
    if (session.closed) throw new AppError('unavailable')

    const principal: WidgetPrincipal = {
      organization_id: provider.organization_id,
      provider_id: provider.id,
      jkt: verdict.jkt,
      language: params.language ?? ('en' satisfies Language),
      country_code: context.countryCode,
    }
    context.principal = principal
    if (context.handshakeTimer) clearTimeout(context.handshakeTimer)
    context.handshakeTimer = null
    // Waiting begins before the look-up: a first message in another tab falls on one side or the other.
    const stopWaiting = deps.fanOut.awaitBirth(deps.birthName(provider.id, verdict.jkt), (customerId) => {
      const follower = joinCustomer(deps, session, customerId)
      if (follower) deps.fanOut.start(follower, 0)
    })
    context.leave.push(stopWaiting)
    try {
      return await enter(session, principal, stopWaiting, params.resume?.seq ?? null)
    } catch (error) {
      // Proven, and yet not let in: a new connection starts from the beginning.
      setImmediate(() => session.close('restarting'))
      throw error
    }
  }

  async function enter(
    session: WidgetSession,
    { organization_id: organizationId, provider_id: providerId, jkt }: WidgetPrincipal,
    stopWaiting: () => void,
    resumeAfter: number | null,
  ): Promise<ConnectResult> {
    const { context } = session
    const visitor = await deps.findVisitor(providerId, jkt)
    const team = await deps.team(organizationId)
    if (!visitor) return { ...nobodyYet, team, customer_id: context.customerId, member: null, language: null }

    stopWaiting()
    const follower = joinCustomer(deps, session, visitor.id)
    const snapshot = await deps.snapshot(organizationId, visitor.id, resumeAfter)
    const after = snapshot.start.mode === 'resume' && resumeAfter !== null ? resumeAfter : snapshot.seq
    if (follower) {
      follower.wanted = Math.max(follower.wanted, snapshot.seq)
      // The answer goes out first: its sender waits in a microtask, this runs after all of them.
      setImmediate(() => deps.fanOut.start(follower, after))
    }
    return { ...snapshot, team, customer_id: visitor.id, member: null, language: null }
  }

  return {
    'session.challenge': (session: WidgetSession) => {
      const { state, challenge } = newChallenge(deps.clock())
      session.context.challenge = state
      return challenge
    },
    connect,
    ping: () => ({ server_time: timestamp(deps.clock()) }),
    pong: () => ({}),
  }
}

const nobodyYet: Snapshot = {
  seq: 0,
  blocked: false,
  conversation: null,
  receipts: { customer: { delivered: 0, read: 0 }, agents: { delivered: 0, read: 0 } },
  start: { mode: 'snapshot', messages: [], more: false },
}

/** The third refused connect closes the socket (SPEC H8), after its answer. */
function refusal(session: WidgetSession, code: ErrorCode): AppError {
  session.context.refusals += 1
  if (session.context.refusals >= maxRefusals) setImmediate(() => session.close('handshake_refused'))
  return new AppError(code)
}

/** No Origin is no page: a program can claim any origin, so the list protects pages, not the key (SPEC O1, O2). */
export const originAllowed = (origin: string | null, allowed: string[]): boolean =>
  origin === null || allowed.length === 0 || allowed.includes(origin)

const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/** https, or http on this machine: elsewhere browsers give a page no keys to keep (spec 1, 7). */
export function isSecureOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && (localNames.has(hostname) || hostname.endsWith('.localhost')))
  )
}
