import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AutomaticReplies } from '@parley/protocol/automatic-reply'
import { api, organizationPath } from '../api/api.ts'
import { useMembership } from '../context/membership.tsx'
import { channelsQuery } from './channel-queries.ts'

const pathOf = (organizationId: string, channelId: string) =>
  organizationPath(organizationId, `/channels/${encodeURIComponent(channelId)}/automatic-replies`)

/** Loaded again with the channels. */
export const automaticRepliesQuery = (organizationId: string, channelId: string) =>
  queryOptions({
    queryKey: [...channelsQuery(organizationId).queryKey, channelId, 'automatic-replies'],
    queryFn: ({ signal }) => api.get<AutomaticReplies>(pathOf(organizationId, channelId), { signal }),
  })

export function useSaveAutomaticReplies(channelId: string) {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (replies: AutomaticReplies) =>
      api.put<AutomaticReplies>(pathOf(organization.id, channelId), replies),
    onSuccess: (saved) =>
      queryClient.setQueryData(automaticRepliesQuery(organization.id, channelId).queryKey, saved),
  })
}
