import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PageOf } from '@parley/protocol/pager'
import type { Delivery, DeliveryDetail, DeliveryState, ResendResult } from '@parley/protocol/webhook'
import { api, organizationPath } from '../../api/api.ts'
import { organizationKey } from '../../queries/organization-queries.ts'
import { filterOf, type DeliverySearch } from './delivery-search.ts'

/** What the service says of deliveries makes everything under this key stale. */
const deliveriesKey = (organizationId: string) => [...organizationKey(organizationId), 'deliveries'] as const

const deliveryPath = (organizationId: string, deliveryId: string, rest = '') =>
  organizationPath(organizationId, `/deliveries/${encodeURIComponent(deliveryId)}${rest}`)

/** What is on its way is asked for again by itself: the socket may be away, or the worker in a process that it does not hear. */
const pollIntervalMs = 5_000

/** Newest first. */
export const deliveryListQuery = (organizationId: string, search: DeliverySearch, max = 50) =>
  infiniteQueryOptions({
    queryKey: [...deliveriesKey(organizationId), 'list', search, max],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<PageOf<Delivery>>(organizationPath(organizationId, '/deliveries'), {
        query: { ...filterOf(search, Date.now()), max, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.pager.next ?? undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some(isInProgress)) ? pollIntervalMs : false,
  })

/** One with its attempts. */
export const deliveryQuery = (organizationId: string, deliveryId: string) =>
  queryOptions({
    queryKey: [...deliveriesKey(organizationId), 'one', deliveryId],
    queryFn: ({ signal }) => api.get<DeliveryDetail>(deliveryPath(organizationId, deliveryId), { signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isInProgress(data) ? pollIntervalMs : false,
  })

const isInProgress = ({ state, next_attempt_at: next }: Delivery) =>
  state === 'sending' || (state === 'waiting' && next !== null && Date.parse(next) - Date.now() < 30_000)

/** Whether nothing happens to it any more by itself: such a one can be sent again. */
export const isOver = (state: DeliveryState) =>
  state === 'delivered' || state === 'failed' || state === 'cancelled'

export function useResend(organizationId: string, deliveryId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.post<Delivery>(deliveryPath(organizationId, deliveryId, '/resend')),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deliveriesKey(organizationId) }),
  })
}

export function useResendMatching(organizationId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (search: DeliverySearch) =>
      api.post<ResendResult>(
        organizationPath(organizationId, '/deliveries/resend'),
        filterOf(search, Date.now()),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deliveriesKey(organizationId) }),
  })
}
