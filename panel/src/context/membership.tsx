import { createContext, use } from 'react'
import type { Me } from '@parley/protocol/agent'

export type Membership = Me['memberships'][number]

const MembershipContext = createContext<Membership | null>(null)
export const MembershipProvider = MembershipContext

/** Whether we are inside an organization, whose frame has the page's landmarks. */
export const useIsInOrganization = () => use(MembershipContext) !== null

/** Where we are and as whom: `agent_id`, `role`, `organization`. Inside `/o/...` only. */
export function useMembership(): Membership {
  const membership = use(MembershipContext)
  if (membership === null) throw new Error('useMembership outside of an organization')
  return membership
}

export const isAdmin = ({ role }: Pick<Membership, 'role'>) => role !== 'agent'
