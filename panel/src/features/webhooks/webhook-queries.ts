import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Delivery, Webhook, WebhookChange, WebhookInput, WebhookSecret } from '@parley/protocol/webhook'
import { api, organizationPath } from '../../api.ts'
import { useMembership } from '../../membership.tsx'
import { organizationKey, webhooksQuery } from '../../organization-queries.ts'

const webhookPath = (organizationId: string, webhookId: string, rest = '') =>
  organizationPath(organizationId, `/webhooks/${encodeURIComponent(webhookId)}${rest}`)

function keep(queryClient: QueryClient, organizationId: string, saved: Webhook) {
  queryClient.setQueryData(webhooksQuery(organizationId).queryKey, (webhooks) =>
    webhooks?.map((webhook) => (webhook.id === saved.id ? saved : webhook)),
  )
}

export function useCreateWebhook() {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: WebhookInput) =>
      api.post<Webhook>(organizationPath(organization.id, '/webhooks'), input),
    onSuccess: (made) =>
      queryClient.setQueryData(webhooksQuery(organization.id).queryKey, (webhooks) => [
        ...(webhooks ?? []).filter(({ id }) => id !== made.id),
        made,
      ]),
  })
}

/** Saves a part of a webhook; the list then holds what the service answered. */
export function useSaveWebhook(webhookId: string) {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: WebhookChange) =>
      api.patch<Webhook>(webhookPath(organization.id, webhookId), change),
    onSuccess: (saved) => keep(queryClient, organization.id, saved),
  })
}

/** Leaves the deleted webhook's page before it is gone from the list: it would have nothing to show. */
export function useDeleteWebhook() {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    async mutationFn({ id }: Webhook) {
      await api.delete(webhookPath(organization.id, id))
      await navigate({
        to: '/o/$organizationId/settings/webhooks',
        params: { organizationId: organization.id },
        replace: true,
      })
      queryClient.setQueryData(webhooksQuery(organization.id).queryKey, (webhooks) =>
        webhooks?.filter((webhook) => webhook.id !== id),
      )
    },
  })
}

/** Mutations both: the secret is asked for when somebody wants to see it, and kept in no cache. */
export function useWebhookSecret(webhookId: string) {
  const { organization } = useMembership()
  return {
    reveal: useMutation({
      mutationFn: () => api.get<WebhookSecret>(webhookPath(organization.id, webhookId, '/secret')),
      gcTime: 0,
    }),
    regenerate: useMutation({
      mutationFn: () =>
        api.post<WebhookSecret>(webhookPath(organization.id, webhookId, '/secret/regenerate')),
      gcTime: 0,
    }),
  }
}

export function useTestWebhook(webhookId: string) {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.post<Delivery>(webhookPath(organization.id, webhookId, '/test')),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: [...organizationKey(organization.id), 'deliveries'] }),
  })
}
