import type { Agent, Role } from '@parley/protocol/agent'

/** Who may do what to whom. The service decides; this is for not offering what it would refuse. */
export type Team = { me: { agent_id: string; role: Role }; agents: readonly Agent[] }

/** The roles that `me` may give, the strongest first. */
export const grantableRoles = (me: Role): Role[] =>
  me === 'owner' ? ['owner', 'admin', 'agent'] : ['admin', 'agent']

export const isLastOwner = (agent: Agent, agents: readonly Agent[]) =>
  agent.role === 'owner' && agents.filter(({ role }) => role === 'owner').length === 1

/** Why this agent's role and place are not to be touched; null when they are. */
export function roleLockReason(agent: Agent, { me, agents }: Team): 'lastOwner' | 'ownersOnly' | null {
  if (agent.role === 'owner' && me.role !== 'owner') return 'ownersOnly'
  return isLastOwner(agent, agents) ? 'lastOwner' : null
}
