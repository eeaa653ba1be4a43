import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiKey, ApiKeyInput, NewApiKey } from '@parley/protocol/api-key'
import { api, organizationPath } from '../../api/api.ts'
import { allPages, organizationKey } from '../../queries/organization-queries.ts'

export const apiKeysQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'api-keys'],
    queryFn: ({ signal }) => allPages<ApiKey>(organizationPath(organizationId, '/api-keys'), signal),
  })

/** The response contains the key this one time: it is not cached. */
export function useCreateApiKey(organizationId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: ApiKeyInput) =>
      api.post<NewApiKey>(organizationPath(organizationId, '/api-keys'), input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery(organizationId).queryKey }),
    gcTime: 0,
  })
}

export function useRevokeApiKey(organizationId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ApiKey) =>
      api.delete(organizationPath(organizationId, `/api-keys/${encodeURIComponent(id)}`)),
    onSuccess: (_, revoked) =>
      queryClient.setQueryData(apiKeysQuery(organizationId).queryKey, (keys) =>
        keys?.filter(({ id }) => id !== revoked.id),
      ),
  })
}
