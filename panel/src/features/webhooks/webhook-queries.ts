import {
  keepPreviousData,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type {
  Delivery,
  DeliveryType,
  SavedWebhook,
  StatisticsPeriod,
  Webhook,
  WebhookChange,
  WebhookInput,
  WebhookSecret,
  WebhookStatistics,
  WebhookUrlWarning,
} from '@parley/protocol/webhook'
import { api, organizationPath } from '../../api/api.ts'
import { useMembership } from '../../context/membership.tsx'
import { useLeaveDeleted } from '../../navigation/leave-deleted.ts'
import { organizationKey, webhooksQuery } from '../../queries/organization-queries.ts'
import { deliveryListQuery, deliveryQuery } from '../deliveries/delivery-queries.ts'

const webhookPath = (organizationId: string, webhookId: string, rest = '') =>
  organizationPath(organizationId, `/webhooks/${encodeURIComponent(webhookId)}${rest}`)

const warningKey = (organizationId: string, webhookId: string) => [
  ...organizationKey(organizationId),
  'webhook-url-warning',
  webhookId,
]

/** The last deliveries of a webhook, for its chart and its list. */
export const recentDeliveriesQuery = (organizationId: string, webhookId: string) =>
  deliveryListQuery(organizationId, { webhook_id: webhookId }, 60)

interface SavedWarning {
  warning: WebhookUrlWarning | null
  /** When the newest delivery known at the save was created; null: none. By the service, because browser clocks may be wrong. */
  newestAt: string | null
}

/** The service's warning from the last save in this session, until a later delivery succeeds; it is not fetched. */
export function useUrlWarning(webhookId: string): WebhookUrlWarning | null {
  const { organization } = useMembership()
  const { data: saved } = useQuery<SavedWarning>({
    queryKey: warningKey(organization.id, webhookId),
    queryFn: skipToken,
  })
  const recent = useInfiniteQuery(recentDeliveriesQuery(organization.id, webhookId))
  if (saved === undefined) return null
  const { warning, newestAt } = saved
  const works = recent.data?.pages.some(({ data }) =>
    data.some(({ state, created_at: at }) => state === 'delivered' && (newestAt === null || at > newestAt)),
  )
  return works === true ? null : warning
}

async function keepWarning(
  queryClient: QueryClient,
  organizationId: string,
  { id, url_warning: warning }: SavedWebhook,
) {
  const { queryKey } = recentDeliveriesQuery(organizationId, id)
  // Deliveries until the save went to the former URL.
  await queryClient.refetchQueries({ queryKey })
  const recent = queryClient.getQueryData(queryKey)
  const newestAt = recent?.pages[0]?.data[0]?.created_at ?? null
  queryClient.setQueryData<SavedWarning>(warningKey(organizationId, id), { warning, newestAt })
}

const withoutWarning = ({ id, name, url, events, active, trouble, created_at }: SavedWebhook): Webhook => ({
  id,
  name,
  url,
  events,
  active,
  trouble,
  created_at,
})

export function useCreateWebhook() {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: WebhookInput) =>
      api.post<SavedWebhook>(organizationPath(organization.id, '/webhooks'), input),
    async onSuccess(made) {
      queryClient.setQueryData(webhooksQuery(organization.id).queryKey, (webhooks) => [
        ...(webhooks ?? []).filter(({ id }) => id !== made.id),
        withoutWarning(made),
      ])
      await keepWarning(queryClient, organization.id, made)
    },
  })
}

/** Saves part of a webhook and updates the list. */
export function useSaveWebhook(webhookId: string) {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: WebhookChange) =>
      api.patch<SavedWebhook>(webhookPath(organization.id, webhookId), change),
    async onSuccess(saved, { url }) {
      queryClient.setQueryData(webhooksQuery(organization.id).queryKey, (webhooks) =>
        webhooks?.map((webhook) => (webhook.id === webhookId ? withoutWarning(saved) : webhook)),
      )
      if (url !== undefined) await keepWarning(queryClient, organization.id, saved)
    },
  })
}

/** Navigates away before removing the webhook from the list: its page needs it. */
export function useDeleteWebhook() {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const leave = useLeaveDeleted()
  return useMutation({
    async mutationFn({ id }: Webhook) {
      await api.delete(webhookPath(organization.id, id))
      await leave('/o/$organizationId/settings/webhooks', organization.id, id)
      queryClient.setQueryData(webhooksQuery(organization.id).queryKey, (webhooks) =>
        webhooks?.filter((webhook) => webhook.id !== id),
      )
    },
  })
}

/**
 * The secret while it is shown. Its key begins with that of the webhooks: it is fetched again after each of their changes, so also
 * after another admin has regenerated it.
 */
export function useWebhookSecret(webhookId: string, shown: boolean) {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const queryKey = [...webhooksQuery(organization.id).queryKey, webhookId, 'secret']
  const secret = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api.get<WebhookSecret>(webhookPath(organization.id, webhookId, '/secret'), { signal }),
    enabled: shown,
    staleTime: 0,
    gcTime: 0,
  })
  /** Forgets the secret and, if it is shown, fetches it. */
  const forget = () => void queryClient.resetQueries({ queryKey })
  const regenerate = useMutation({
    mutationFn: () => api.post<WebhookSecret>(webhookPath(organization.id, webhookId, '/secret/regenerate')),
    gcTime: 0,
    // Also after an error: the secret may have been replaced before the response was lost.
    onSettled: forget,
  })
  return { secret, forget, regenerate }
}

const statisticsKey = (organizationId: string, webhookId: string) => [
  ...organizationKey(organizationId),
  'webhook-statistics',
  webhookId,
]

/** Attempts and response times. Polled instead of refetched per delivery, because the server reads all attempts of the period. */
export const webhookStatisticsQuery = (organizationId: string, webhookId: string, period: StatisticsPeriod) =>
  queryOptions({
    queryKey: [...statisticsKey(organizationId, webhookId), period],
    queryFn: ({ signal }) =>
      api.get<WebhookStatistics>(webhookPath(organizationId, webhookId, '/statistics'), {
        query: { period },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })

export function useTestWebhook(webhookId: string) {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (type: DeliveryType) =>
      api.post<Delivery>(webhookPath(organization.id, webhookId, `/test?type=${type}`)),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: [...organizationKey(organization.id), 'deliveries'] }),
  })
}

/** A test event and its attempts. Refetches the statistics after each of them. */
export function useTestDelivery(webhookId: string, deliveryId: string) {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const { data: delivery } = useQuery(deliveryQuery(organization.id, deliveryId))
  const attempts = delivery?.attempt_list.length ?? 0
  useEffect(() => {
    if (attempts > 0)
      void queryClient.invalidateQueries({ queryKey: statisticsKey(organization.id, webhookId) })
  }, [attempts, organization.id, webhookId, queryClient])
  return delivery
}
