import type { AuthProvider } from '@parley/protocol/customer'
import { AppError } from '../core/app-error.ts'
import type { AgentIdentity } from '../core/permissions.ts'
import type { FanOut, Follower } from './fan-out.ts'
import type { Presence } from './presence.ts'
import type { SocketSession } from './socket-session.ts'

/**
 * The proven identity behind a widget's socket: the visitor of (provider, key), or a member whose sign-in is bound to
 * that key. It is all that the customer's row will need.
 */
export interface WidgetPrincipal {
  organization_id: string
  provider_id: string
  jkt: string
  /** Who this is within the provider: `visitor:<jkt>`, `custom:<uid>`, `google:<subject>` (design 5). */
  identity: string
  member: MemberPrincipal | null
  language: string
  /** Whether `language` was said, by the token or in the pre-chat sheet, or is the browser's. */
  language_chosen: boolean
  country_code: string
}

/** What the sign-in says of a member; null where it says nothing. */
export interface MemberPrincipal {
  auth_provider: AuthProvider
  /** The organization's own user id; null: one is made for the row. */
  external_id: string | null
  first_name: string | null
  last_name: string | null
  email: string | null
  email_verified: boolean | null
  avatar_url: string | null
  language: string | null
  /** When they signed in: milliseconds. */
  issued_at: number
  /** When it is over unless it is renewed: milliseconds. null: not by itself. */
  expires_at: number | null
  /** Name of the secret_key that signed the token; null: no token. */
  signed_with: string | null
  ignored_claims: string[]
}

/** What the service remembers of a widget's socket. Kept small: there are thousands (docs/performance.md, B3). */
export interface WidgetContext {
  readonly origin: string | null
  readonly countryCode: string
  /** What a new customer's row gets when the sign-in says none: from the pre-chat sheet (chosen), or the browser. */
  language: { tag: string; chosen: boolean }
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

/** @throws AppError not_connected (SPEC O5), also when the member's time is over (SPEC M11) */
export function principalOf(session: WidgetSession): WidgetPrincipal {
  const { principal } = session.context
  if (!principal) throw new AppError('not_connected')
  if (isOver(principal, session.kind.now())) {
    // Closed before it is answered: the client takes the request for lost and asks again as whoever it is then.
    session.close('session_expired')
    throw new AppError('not_connected')
  }
  return principal
}

/** Whether a member's session has run out (SPEC M11). @param now milliseconds */
export const isOver = ({ member }: WidgetPrincipal, now: number): boolean =>
  member !== null && member.expires_at !== null && member.expires_at <= now

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
  if (session.closed || context.follower !== null || context.principal === null) return null
  const { organization_id: organizationId } = context.principal
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

/** What both kinds of context have to undo when their socket closes, or becomes somebody else's. */
export function leaveAll(context: { handshakeTimer: NodeJS.Timeout | null; leave: (() => void)[] }): void {
  if (context.handshakeTimer) clearTimeout(context.handshakeTimer)
  for (const leave of context.leave.splice(0)) leave()
}
