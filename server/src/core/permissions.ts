import type { AgentFace, Role } from '@parley/protocol/agent'
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

const rank: Record<Role, number> = { agent: 0, admin: 1, owner: 2 }

export const roleReaches = (role: Role, needed: Role): boolean => rank[role] >= rank[needed]

export function requireRole(identity: AgentIdentity, needed: Role): void {
  if (!roleReaches(identity.role, needed)) throw new AppError('forbidden')
}
