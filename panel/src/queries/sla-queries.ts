import { queryOptions } from '@tanstack/react-query'
import type { ConversationSla, SlaPolicy, SlaPolicyChange, SlaPolicyInput } from '@parley/protocol/sla'
import { api, organizationPath } from '../api/api.ts'
import { conversationPath } from './conversation-queries.ts'
import { organizationKey } from './organization-queries.ts'
import { repeatFailedReload } from './repeat-failed.ts'

/** In the order in which they are tried. */
export const slaPoliciesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'sla-policies'],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: SlaPolicy[] }>(organizationPath(organizationId, '/sla-policies'), { signal }))
        .data,
    ...repeatFailedReload,
  })

const policyPath = (organizationId: string, policyId: string) =>
  organizationPath(organizationId, `/sla-policies/${encodeURIComponent(policyId)}`)

export const createSlaPolicy = (organizationId: string, input: SlaPolicyInput) =>
  api.post<SlaPolicy>(organizationPath(organizationId, '/sla-policies'), input)

export const changeSlaPolicy = (organizationId: string, policyId: string, change: SlaPolicyChange) =>
  api.patch<SlaPolicy>(policyPath(organizationId, policyId), change)

export const deleteSlaPolicy = (organizationId: string, policyId: string) =>
  api.delete<null>(policyPath(organizationId, policyId))

export const orderSlaPolicies = (organizationId: string, ids: string[]) =>
  api.put<{ data: SlaPolicy[] }>(organizationPath(organizationId, '/sla-policies/order'), { ids })

/** `version`: what the inbox row shows, so that a changed deadline is read again. */
export const conversationSlaQuery = (organizationId: string, conversationId: string, version: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'conversation-sla', conversationId, version],
    queryFn: ({ signal }) =>
      api.get<ConversationSla>(conversationPath(organizationId, conversationId, '/sla'), { signal }),
    ...repeatFailedReload,
  })
