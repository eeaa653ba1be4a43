import type { AgentFace, Role } from '@parley/protocol/agent'
import type { ApiScope } from '@parley/protocol/api-key'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from './app-error.ts'

/** A signed-in person in one organization. */
export interface AgentIdentity {
  organizationId: string
  agentId: string
  userId: string
  /** The identity ends with this session (`agent.gone` on the bus). */
  sessionId: string
  role: Role
  face: AgentFace
}

/**
 * Authorizes a request by its session. Implemented by the agents feature.
 * @throws AppError unauthenticated without a valid session; not_found for an organization of others, or none at all:
 * a stranger cannot tell them apart; forbidden when the role is too low, and for an API key without a session, valid or not
 */
export type AuthorizeAgent = (
  request: { headers: IncomingHttpHeaders },
  organizationId: string,
  needed?: Role,
) => Promise<AgentIdentity>

export const apiKeyPrefix = 'plk_'

/** Whether the request carries an API key. Any other `Authorization` may be for a proxy. */
export const bearsApiKey = (headers: IncomingHttpHeaders): boolean =>
  /^bearer +plk_/i.test(headers.authorization ?? '')

/** `security` in the OpenAPI schema of a route with `AuthorizeAccess`. */
export const keyOrSession = (scope: ApiScope): Record<string, string[]>[] => [
  { session: [] },
  { apiKey: [scope] },
]

/**
 * Authorizes a request by API key or session: with `Authorization: Bearer plk_...` the key needs the scope, or all of the
 * scopes, otherwise the person needs the role. Call it once per request: each call counts towards the key's rate limit.
 * Implemented by the API keys feature.
 * @throws AppError unauthenticated for an unknown key, or without key and session; not_found when the organization is
 * not the key's or the person's; forbidden when the scope is missing or the role too low; rate_limited for too many
 * requests of a key, or too many wrong keys from a network
 */
export type AuthorizeAccess = (
  request: { headers: IncomingHttpHeaders; ip: string },
  organizationId: string,
  needed: { role: Role; scope: ApiScope | readonly ApiScope[] },
) => Promise<AgentIdentity | { organizationId: string }>

const rank: Record<Role, number> = { agent: 0, admin: 1, owner: 2 }

export const roleReaches = (role: Role, needed: Role): boolean => rank[role] >= rank[needed]

export function requireRole(identity: AgentIdentity, needed: Role): void {
  if (!roleReaches(identity.role, needed)) throw new AppError('forbidden')
}
