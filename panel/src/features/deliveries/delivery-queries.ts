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
import { filterOf, type DeliverySearch } from './delivery-search.ts'

/** Invalidated by every change of a delivery. */
const deliveriesKey = (organizationId: string) => [...organizationKey(organizationId), 'deliveries'] as const

const deliveryPath = (organizationId: string, deliveryId: string, rest = '') =>
  organizationPath(organizationId, `/deliveries/${encodeURIComponent(deliveryId)}${rest}`)

/**
 * Poll interval for deliveries in progress (ms): the socket may be down, or the worker in a process it does
 * not reach.
 */
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

/** One delivery with its attempts. */
export const deliveryQuery = (organizationId: string, deliveryId: string) =>
  queryOptions({
    queryKey: [...deliveriesKey(organizationId), 'one', deliveryId],
    queryFn: ({ signal }) => api.get<DeliveryDetail>(deliveryPath(organizationId, deliveryId), { signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isInProgress(data) ? pollIntervalMs : false,
  })

const isInProgress = ({ state, next_attempt_at: next }: Delivery) =>
  state === 'sending' || (state === 'waiting' && next !== null && Date.parse(next) - Date.now() < 30_000)

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
