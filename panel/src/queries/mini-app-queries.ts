import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MiniApp, MiniAppChange, SameAccounts } from '@parley/protocol/mini-app'
import { api, organizationPath } from '../api/api.ts'
import { useMembership } from '../context/membership.tsx'
import { channelsQuery } from './channel-queries.ts'
import { organizationKey } from './organization-queries.ts'
import { repeatFailed } from './repeat-failed.ts'

const miniAppPath = (organizationId: string, channelId: string) =>
  organizationPath(organizationId, `/channels/${encodeURIComponent(channelId)}/mini-app`)

/** Loaded again with the channels. */
export const miniAppQuery = (organizationId: string, channelId: string) =>
  queryOptions({
    queryKey: [...channelsQuery(organizationId).queryKey, channelId, 'mini-app'],
    queryFn: ({ signal }) => api.get<MiniApp>(miniAppPath(organizationId, channelId), { signal }),
  })

export function useChangeMiniApp(channelId: string) {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: MiniAppChange) => api.put<MiniApp>(miniAppPath(organization.id, channelId), change),
    onSuccess: (saved) => queryClient.setQueryData(miniAppQuery(organization.id, channelId).queryKey, saved),
  })
}

/** Other customers who are the same account of a messaging platform. */
export const sameAccountQuery = (organizationId: string, customerId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'customer', customerId, 'same-account'],
    queryFn: ({ signal }) =>
      api.get<SameAccounts>(
        organizationPath(organizationId, `/customers/${encodeURIComponent(customerId)}/same-account`),
        { signal },
      ),
    ...repeatFailed,
  })
