import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type {
  KeyRetirement,
  Provider,
  ProviderChange,
  ProviderInput,
  ProviderSecret,
} from '@parley/protocol/provider'
import { api, organizationPath } from '../api/api.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { useMembership } from '../context/membership.tsx'
import { useLeaveDeleted } from '../navigation/leave-deleted.ts'
import { providersQuery } from './organization-queries.ts'

const providerPath = (organizationId: string, providerId: string, rest = '') =>
  organizationPath(organizationId, `/providers/${encodeURIComponent(providerId)}${rest}`)

function keep(queryClient: QueryClient, organizationId: string, saved: Provider) {
  queryClient.setQueryData(providersQuery(organizationId).queryKey, (providers) =>
    providers?.map((provider) => (provider.id === saved.id ? saved : provider)),
  )
}

export function useCreateProvider() {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: ProviderInput) =>
      api.post<Provider>(organizationPath(organization.id, '/providers'), input),
    onSuccess: (made) =>
      queryClient.setQueryData(providersQuery(organization.id).queryKey, (providers) => [
        ...(providers ?? []).filter(({ id }) => id !== made.id),
        made,
      ]),
  })
}

/** Saves part of a provider and updates the list. */
export function useSaveProvider(providerId: string): (change: ProviderChange) => Promise<Provider> {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  return async (change) => {
    const saved = await api.patch<Provider>(providerPath(organization.id, providerId), change)
    keep(queryClient, organization.id, saved)
    return saved
  }
}

/** Navigates away before removing the widget from the list: its pages need it. */
export function useDeleteProvider() {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const leave = useLeaveDeleted()
  return useMutation({
    async mutationFn({ id }: Provider) {
      await api.delete(providerPath(organization.id, id))
      await leave('/o/$organizationId/settings/widgets', organization.id, id)
      queryClient.setQueryData(providersQuery(organization.id).queryKey, (providers) =>
        providers?.filter((provider) => provider.id !== id),
      )
    },
  })
}

/** The secret key was encrypted with another PARLEY_SECRET. */
export const isKeyUnreadable = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'secret_key_unreadable'

/** Mutations: keys are fetched on demand and never cached. */
export function useProviderSecret(providerId: string) {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  // The list shows whether an old key is active; the change event may arrive later.
  const refresh = () => queryClient.invalidateQueries(providersQuery(organization.id))
  const post = (action: string, body?: KeyRetirement) =>
    api.post<ProviderSecret>(providerPath(organization.id, providerId, `/secret/${action}`), body)
  return {
    reveal: useMutation({
      mutationFn: () => api.get<ProviderSecret>(providerPath(organization.id, providerId, '/secret')),
      gcTime: 0,
    }),
    rotate: useMutation({ mutationFn: () => post('regenerate'), onSuccess: refresh, gcTime: 0 }),
    /** The key created at this time. Resolves to null if it is retired and the remaining one cannot be decrypted. */
    retire: useMutation({
      mutationFn: (created_at: string) =>
        post('retire', { created_at }).catch((error: unknown) => {
          if (isKeyUnreadable(error)) return null
          throw error
        }),
      onSettled: refresh,
      gcTime: 0,
    }),
  }
}
