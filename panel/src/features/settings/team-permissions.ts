import type { Agent, Role } from '@parley/protocol/agent'

/** Client-side permission checks, to hide what the service would refuse. */
export type Team = { me: { agent_id: string; role: Role }; agents: readonly Agent[] }

/** Roles that `me` can assign, highest first. */
export const grantableRoles = (me: Role): Role[] =>
  me === 'owner' ? ['owner', 'admin', 'agent'] : ['admin', 'agent']

export const isLastOwner = (agent: Agent, agents: readonly Agent[]) =>
  agent.role === 'owner' && agents.filter(({ role }) => role === 'owner').length === 1

/** Why this agent's role is locked; null if it is not. */
export function roleLockReason(agent: Agent, { me, agents }: Team): 'lastOwner' | 'ownersOnly' | null {
  if (agent.role === 'owner' && me.role !== 'owner') return 'ownersOnly'
  return isLastOwner(agent, agents) ? 'lastOwner' : null
}

/** False for oneself and for higher roles. */
export const mayResetPassword = (agent: Agent, me: Team['me']): boolean =>
  agent.id !== me.agent_id && grantableRoles(me.role).includes(agent.role)

/** What to ask before a change of a role that gives away one's own permissions or full access. null: nothing. */
export function roleQuestion(agent: Agent, role: Role, me: Team['me']): 'ownRole' | 'newOwner' | null {
  if (role === agent.role) return null
  // One's own role cannot be raised.
  if (agent.id === me.agent_id) return 'ownRole'
  return role === 'owner' ? 'newOwner' : null
}
