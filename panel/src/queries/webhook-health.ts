import { useQuery } from '@tanstack/react-query'
import type { Webhook } from '@parley/protocol/webhook'
import { isAdmin, useMembership } from '../context/membership.tsx'
import { webhooksQuery } from './organization-queries.ts'

/** One failure may be a restart of the receiver; with three in a row at least one delivery had to wait. */
const failureThreshold = 3

/** Whether people should be told without having asked. A webhook that is off receives nothing and fails nothing. */
export const keepsFailing = ({ active, trouble }: Pick<Webhook, 'active' | 'trouble'>): boolean =>
  active && trouble !== null && trouble.failures >= failureThreshold

/** Those that keep failing, for admins; others may not know of webhooks at all. */
export function useFailingWebhooks(): Webhook[] {
  const membership = useMembership()
  const { data } = useQuery({ ...webhooksQuery(membership.organization.id), enabled: isAdmin(membership) })
  return (data ?? []).filter(keepsFailing)
}
