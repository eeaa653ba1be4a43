import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PageOf } from '@parley/protocol/pager'
import type {
  Delivery,
  DeliveryDetail,
  DeliveryState,
  ResendInput,
  ResendResult,
} from '@parley/protocol/webhook'
import { api, organizationPath } from '../../api/api.ts'
import { organizationKey } from '../../queries/organization-queries.ts'
import { pollDelayOf } from './delivery-polling.ts'
import { filterOf, type DeliverySearch } from './delivery-search.ts'

/** Invalidated by every change of a delivery. */
const deliveriesKey = (organizationId: string) => [...organizationKey(organizationId), 'deliveries'] as const

const deliveryPath = (organizationId: string, deliveryId: string, rest = '') =>
  organizationPath(organizationId, `/deliveries/${encodeURIComponent(deliveryId)}${rest}`)

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
      pollDelayOf(data?.pages.flatMap((page) => page.data) ?? [], Date.now()),
  })

/** One delivery with its attempts. */
export const deliveryQuery = (organizationId: string, deliveryId: string) =>
  queryOptions({
    queryKey: [...deliveriesKey(organizationId), 'one', deliveryId],
    queryFn: ({ signal }) => api.get<DeliveryDetail>(deliveryPath(organizationId, deliveryId), { signal }),
    refetchInterval: ({ state: { data } }) => pollDelayOf(data === undefined ? [] : [data], Date.now()),
  })

/** Whether the delivery is finished and can be resent. */
export const isOver = (state: DeliveryState) =>
  state === 'delivered' || state === 'failed' || state === 'cancelled'

export function useResend(organizationId: string, deliveryId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.post<Delivery>(deliveryPath(organizationId, deliveryId, '/resend')),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deliveriesKey(organizationId) }),
  })
}

/** `onResent` is called before the list is updated, which may remove the button. */
export function useResendMatching(
  organizationId: string,
  onResent: (result: ResendResult, input: ResendInput) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: ResendInput) =>
      api.post<ResendResult>(organizationPath(organizationId, '/deliveries/resend'), input),
    onSuccess(result, input) {
      onResent(result, input)
      return queryClient.invalidateQueries({ queryKey: deliveriesKey(organizationId) })
    },
  })
}
