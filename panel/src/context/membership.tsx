import { createContext, use } from 'react'
import type { Me } from '@parley/protocol/agent'

export type Membership = Me['memberships'][number]

const MembershipContext = createContext<Membership | null>(null)
export const MembershipProvider = MembershipContext

/** Whether the organization layout provides the landmarks. */
export const useIsInOrganization = () => use(MembershipContext) !== null

/** The membership: `agent_id`, `role`, `organization`. Only inside `/o/...`. */
export function useMembership(): Membership {
  const membership = use(MembershipContext)
  if (membership === null) throw new Error('useMembership outside of an organization')
  return membership
}

export const isAdmin = ({ role }: Pick<Membership, 'role'>) => role !== 'agent'
