import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Agent, Invitation, InvitationInput, NewInvitation, Role } from '@parley/protocol/agent'
import { api, organizationPath } from '../../api/api.ts'
import { agentsQuery, allPages, meQuery, organizationKey } from '../../queries/organization-queries.ts'

export const invitationsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'invitations'],
    queryFn: ({ signal }) => allPages<Invitation>(organizationPath(organizationId, '/invitations'), signal),
  })

export function useChangeRole(organizationId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ agent, role }: { agent: Agent; role: Role }) =>
      api.patch<Agent>(organizationPath(organizationId, `/agents/${agent.id}`), { role }),
    onSuccess: (changed) => {
      queryClient.setQueryData(agentsQuery(organizationId).queryKey, (agents) =>
        agents?.map((agent) => (agent.id === changed.id ? changed : agent)),
      )
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
    },
  })
}

export function useRemoveAgent(organizationId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (agent: Agent) => api.delete(organizationPath(organizationId, `/agents/${agent.id}`)),
    onSuccess: (_, removed) => {
      queryClient.setQueryData(agentsQuery(organizationId).queryKey, (agents) =>
        agents?.filter((agent) => agent.id !== removed.id),
      )
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
    },
  })
}

export function useInvite(organizationId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InvitationInput) =>
      api.post<NewInvitation>(organizationPath(organizationId, '/invitations'), input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: invitationsQuery(organizationId).queryKey }),
  })
}

export function useWithdraw(organizationId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (invitation: Invitation) =>
      api.delete(organizationPath(organizationId, `/invitations/${invitation.id}`)),
    onSuccess: (_, withdrawn) =>
      queryClient.setQueryData(invitationsQuery(organizationId).queryKey, (invitations) =>
        invitations?.filter((invitation) => invitation.id !== withdrawn.id),
      ),
  })
}
