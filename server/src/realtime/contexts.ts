import { AppError } from '../core/app-error.ts'
import type { AgentIdentity } from '../core/permissions.ts'
import type { FanOut, Follower } from './fan-out.ts'
import type { Presence } from './presence.ts'
import type { SocketSession } from './socket-session.ts'

/** The proven identity behind a widget's socket: the visitor of (provider, key). */
export interface WidgetPrincipal {
  organization_id: string
  provider_id: string
  jkt: string
  language: string
  country_code: string
}

/** What the service remembers of a widget's socket. Kept small: there are thousands (docs/performance.md, B3). */
export interface WidgetContext {
  readonly origin: string | null
  readonly countryCode: string
  challenge: { nonce: string; issuedAt: number; state: 'fresh' | 'burnt' }
  refusals: number
  handshakeTimer: NodeJS.Timeout | null
  principal: WidgetPrincipal | null
  /** null until the first message makes the row. */
  customerId: string | null
  follower: Follower | null
  /** Undoes what the socket has entered elsewhere. */
  leave: (() => void)[]
}

export type WidgetSession = SocketSession<WidgetContext>

export interface AgentContext {
  readonly userId: string
  readonly sessionId: string
  /** The cookie of the upgrade, until agent.connect has asked with it. */
  headers: { cookie?: string }
  handshakeTimer: NodeJS.Timeout | null
  identity: AgentIdentity | null
  followers: Map<string, Follower>
  stopInbox: (() => void) | null
  leave: (() => void)[]
}

export type AgentSession = SocketSession<AgentContext>

/** @throws AppError not_connected (SPEC O5) */
export function principalOf(session: WidgetSession): WidgetPrincipal {
  const { principal } = session.context
  if (!principal) throw new AppError('not_connected')
  return principal
}

/** @throws AppError not_connected (SPEC O5) */
export function agentOf(session: AgentSession): AgentIdentity {
  const { identity } = session.context
  if (!identity) throw new AppError('not_connected')
  return identity
}

/** An agent's command names its customer. @throws AppError not_connected, invalid_request */
export function targetOf(
  session: AgentSession,
  params: { customer_id?: string },
): { agent: AgentIdentity; customerId: string } {
  const agent = agentOf(session)
  if (params.customer_id === undefined) {
    throw new AppError('invalid_request', { detail: 'params must have required properties customer_id' })
  }
  return { agent, customerId: params.customer_id }
}

/** A widget's command never names one: it is whoever is connected. @throws AppError invalid_request */
export function refuseCustomerId(params: { customer_id?: string }): void {
  if (params.customer_id !== undefined) {
    throw new AppError('invalid_request', { detail: 'params must not have customer_id' })
  }
}

/**
 * The customer behind a widget's socket has a row: the socket follows its log and counts as present.
 * Answers the held follower, for the caller to start; null when the socket has one or is gone.
 */
export function joinCustomer(
  deps: { fanOut: FanOut; presence: Presence },
  session: WidgetSession,
  customerId: string,
): Follower | null {
  const { context } = session
  if (session.closed || context.follower !== null) return null
  const { organization_id: organizationId } = principalOf(session)
  const follower = deps.fanOut.follow({
    sink: session,
    organizationId,
    customerId,
    reader: 'customer',
    readerId: 'customer',
  })
  context.customerId = customerId
  context.follower = follower
  context.leave.push(
    () => deps.fanOut.unfollow(follower),
    deps.presence.enter('customer', organizationId, customerId),
  )
  return follower
}

/** What both kinds of context have to undo when their socket closes. */
export function leaveAll(context: { handshakeTimer: NodeJS.Timeout | null; leave: (() => void)[] }): void {
  if (context.handshakeTimer) clearTimeout(context.handshakeTimer)
  for (const leave of context.leave.splice(0)) leave()
}
