import type { AuthProvider } from '@parley/protocol/customer'
import type { AttributeValues } from '@parley/protocol/visitor-context'
import { AppError } from '../core/app-error.ts'
import type { AgentIdentity } from '../core/permissions.ts'
import type { FanOut, Follower } from './fan-out.ts'
import type { Presence } from './presence/presence.ts'
import type { SocketSession } from './socket-session.ts'

/**
 * Proven identity of a widget's socket: the visitor of (provider, key), or a member whose sign-in is bound to that key.
 * Has everything that the customer's row needs.
 */
export interface WidgetPrincipal {
  organization_id: string
  provider_id: string
  jkt: string
  /** Unique within the provider: `visitor:<jkt>`, `custom:<uid>`, `google:<subject>` (design 5). */
  identity: string
  member: MemberPrincipal | null
  language: string
  /** true: `language` comes from the token or the pre-chat sheet. false: it is the browser's. */
  language_chosen: boolean
  country_code: string
}

/** A member's profile from the sign-in; null where the sign-in has none. */
export interface MemberPrincipal {
  auth_provider: AuthProvider
  /** The organization's own user id; null: the row's id is used. */
  external_id: string | null
  first_name: string | null
  last_name: string | null
  email: string | null
  email_verified: boolean | null
  avatar_url: string | null
  language: string | null
  /** Time of the sign-in, in milliseconds. */
  issued_at: number
  /** Milliseconds; null: never. */
  expires_at: number | null
  /** Name of the secret_key that signed the token; null: no token. */
  signed_with: string | null
  /** Confirmed by the token; null: it says nothing. */
  attributes: AttributeValues | null
  ignored_claims: string[]
}

/** State of a widget's socket. Kept small: there are thousands (docs/performance.md, B3). */
export interface WidgetContext {
  readonly origin: string | null
  readonly countryCode: string
  /** Rate-limit key of the address (core/client-network.ts). */
  readonly network: string
  /** Do Not Track or Global Privacy Control was set in the upgrade request. */
  readonly optedOut: boolean
  /** For a new customer's row when the sign-in names none: chosen in the pre-chat sheet, or the browser's. */
  language: { tag: string; chosen: boolean }
  challenge: { nonce: string; issuedAt: number; state: 'fresh' | 'burnt' }
  refusals: number
  connection: WidgetConnection
  /** Undo what the socket has registered elsewhere. */
  leave: (() => void)[]
}

export type WidgetConnection =
  | { readonly state: 'handshake'; readonly timeout: NodeJS.Timeout }
  | {
      readonly state: 'connected'
      principal: WidgetPrincipal
      /** Of the customer's log; null until the first message creates the customer. */
      follower: Follower | null
    }

export type WidgetSession = SocketSession<WidgetContext>

/** State of an agent's socket. */
export interface AgentContext {
  readonly userId: string
  readonly sessionId: string
  connection: AgentConnection
  leave: (() => void)[]
}

export type AgentConnection =
  | {
      readonly state: 'handshake'
      /** Cookie of the upgrade request, with which agent.connect authorizes. */
      readonly headers: { cookie?: string }
      readonly timeout: NodeJS.Timeout
      /** The organization that agent.connect has named; null before. */
      readonly joining: string | null
    }
  | {
      readonly state: 'connected'
      readonly identity: AgentIdentity
      /** By customer. */
      readonly followers: Map<string, Follower>
      stopInbox: (() => void) | null
    }

export type AgentSession = SocketSession<AgentContext>

/** All open sockets of this process. */
export interface OpenSockets {
  readonly widgets: Set<WidgetSession>
  readonly agents: Set<AgentSession>
}

/** null before the handshake. */
export function connectedPrincipal({ context: { connection } }: WidgetSession): WidgetPrincipal | null {
  return connection.state === 'connected' ? connection.principal : null
}

/** null before the handshake, and until the first message creates the customer. */
export function customerIdOf({ context: { connection } }: WidgetSession): string | null {
  return connection.state === 'connected' ? (connection.follower?.customerId ?? null) : null
}

/** null before the handshake. */
export function connectedAgent({ context: { connection } }: AgentSession): AgentIdentity | null {
  return connection.state === 'connected' ? connection.identity : null
}

/** @throws AppError not_connected (SPEC O5), also when the member's session has expired (SPEC M11) */
export function principalOf(session: WidgetSession): WidgetPrincipal {
  const principal = connectedPrincipal(session)
  if (!principal) throw new AppError('not_connected')
  if (isExpired(principal, session.kind.now())) {
    // Closed before the response: the client treats the request as lost and repeats it with its next identity.
    session.close('session_expired')
    throw new AppError('not_connected')
  }
  return principal
}

/** Whether a member's session has expired (SPEC M11). @param now milliseconds */
export const isExpired = ({ member }: WidgetPrincipal, now: number): boolean =>
  member !== null && member.expires_at !== null && member.expires_at <= now

/** @throws AppError not_connected (SPEC O5) */
export function connectionOf({
  context: { connection },
}: AgentSession): Extract<AgentConnection, { state: 'connected' }> {
  if (connection.state !== 'connected') throw new AppError('not_connected')
  return connection
}

/** @throws AppError not_connected (SPEC O5) */
export const agentOf = (session: AgentSession): AgentIdentity => connectionOf(session).identity

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

/** A widget's command is always about its own customer. @throws AppError invalid_request */
export function refuseCustomerId(params: { customer_id?: string }): void {
  if (params.customer_id !== undefined) {
    throw new AppError('invalid_request', { detail: 'params must not have customer_id' })
  }
}

/**
 * The customer of a widget's socket has a row: the socket follows its log and counts as present.
 * Returns the follower, for the caller to start; null when the socket already follows, or is closed.
 */
export function joinCustomer(
  deps: { fanOut: FanOut; presence: Pick<Presence, 'customers'> },
  session: WidgetSession,
  customerId: string,
): Follower | null {
  const { connection, leave } = session.context
  if (session.closed || connection.state !== 'connected' || connection.follower !== null) return null
  const { organization_id: organizationId } = connection.principal
  const follower = deps.fanOut.follow({
    sink: session,
    organizationId,
    customerId,
    reader: 'customer',
    readerId: 'customer',
  })
  connection.follower = follower
  leave.push(() => deps.fanOut.unfollow(follower), deps.presence.customers.enter(organizationId, customerId))
  return follower
}

/** Undoes what a socket has registered elsewhere, when it closes or changes its identity. */
export function leaveAll({ connection, leave }: WidgetContext | AgentContext): void {
  if (connection.state === 'handshake') clearTimeout(connection.timeout)
  for (const undo of leave.splice(0)) undo()
}
