import type { AgentFace, Role } from '@parley/protocol/agent'
import type { ApiScope } from '@parley/protocol/api-key'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from './app-error.ts'

/** A signed-in person in one organization: what every edge of the panel asks for before anything else. */
export interface AgentIdentity {
  organizationId: string
  agentId: string
  userId: string
  /** Ends with this session: the bus says so (`agent.gone`). */
  sessionId: string
  role: Role
  face: AgentFace
}

/**
 * Who sends this request, in this organization. Implemented by the agents feature, handed out by app.ts.
 * @throws AppError unauthenticated without a valid session; not_found when the organization is not theirs
 * (also when it does not exist: a stranger learns nothing); forbidden when the role does not reach.
 */
export type AuthorizeAgent = (
  request: { headers: IncomingHttpHeaders },
  organizationId: string,
  needed?: Role,
) => Promise<AgentIdentity>

export const apiKeyPrefix = 'plk_'

/** Whether a program's key is presented. Any other `Authorization` is somebody else's: a proxy's, say. */
export const bearsApiKey = (headers: IncomingHttpHeaders): boolean =>
  /^bearer +plk_/i.test(headers.authorization ?? '')

/** For the schema of a route that takes `AuthorizeAccess`: what the API's description says of it. */
export const keyOrSession = (scope: ApiScope): Record<string, string[]>[] => [
  { session: [] },
  { apiKey: [scope] },
]

/**
 * Who sends this request, in this organization, where the organization's own programs are welcome too: with
 * `Authorization: Bearer plk_...` the key needs the scope, without it the session's person needs the role.
 * Composed by app.ts of the agents' and the API keys' features.
 * @throws AppError unauthenticated for a key that nobody has, or without key and session; not_found when the
 * organization is another one than the key's or the person's; forbidden when scope or role does not reach;
 * rate_limited when a key asks too often, or an address tries too many wrong ones.
 */
export type AuthorizeAccess = (
  request: { headers: IncomingHttpHeaders; ip: string },
  organizationId: string,
  needed: { role: Role; scope: ApiScope },
) => Promise<{ organizationId: string }>

const rank: Record<Role, number> = { agent: 0, admin: 1, owner: 2 }

export const roleReaches = (role: Role, needed: Role): boolean => rank[role] >= rank[needed]

export function requireRole(identity: AgentIdentity, needed: Role): void {
  if (!roleReaches(identity.role, needed)) throw new AppError('forbidden')
}
