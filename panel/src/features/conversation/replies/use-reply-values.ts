import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ReplyValues } from '@parley/protocol/canned-reply-variables'
import type { Conversation } from '@parley/protocol/conversation'
import { useMembership } from '../../../context/membership.tsx'
import { customerQuery } from '../../../queries/customer-queries.ts'
import { agentsQuery, providersQuery } from '../../../queries/organization-queries.ts'

/** Longest wait for values: the network may be slow, and while offline requests wait until it is back. */
const loadTimeoutMs = 2_000

/** Returns a function that loads the values of variables for a conversation. Values that fail to load, or not in time, are missing. */
export function useReplyValues(conversation: Conversation): () => Promise<ReplyValues> {
  const { agent_id: me, organization } = useMembership()
  const queryClient = useQueryClient()
  return useCallback(async () => {
    const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, loadTimeoutMs))
    const ensure = <T>(loading: Promise<T>) => Promise.race([loading.catch(() => undefined), timeout])
    const [customer, agents, providers] = await Promise.all([
      ensure(queryClient.ensureQueryData(customerQuery(organization.id, conversation.customer.id))),
      ensure(queryClient.ensureQueryData(agentsQuery(organization.id))),
      ensure(queryClient.ensureQueryData(providersQuery(organization.id))),
    ])
    const agent = agents?.find(({ id }) => id === me)
    const fullName = [customer?.first_name, customer?.last_name].filter(Boolean).join(' ')
    return {
      'customer.name': fullName || (customer?.username ?? null),
      'customer.first_name': customer?.first_name ?? null,
      'customer.last_name': customer?.last_name ?? null,
      'customer.email': customer?.email ?? null,
      'agent.name': agent?.name ?? null,
      'agent.first_name': agent?.name.split(/\s/)[0] ?? null,
      'organization.name': organization.name,
      'widget.name': providers?.find(({ id }) => id === conversation.provider_id)?.name ?? null,
      'conversation.id': conversation.id,
    }
  }, [queryClient, organization, me, conversation])
}
