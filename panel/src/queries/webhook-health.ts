import { useQuery } from '@tanstack/react-query'
import type { Webhook } from '@parley/protocol/webhook'
import { isAdmin, useMembership } from '../context/membership.tsx'
import { webhooksQuery } from './organization-queries.ts'

/** One failure may be a restart; three in a row delayed at least one delivery. */
const failureThreshold = 3

/** Whether to alert admins. Disabled webhooks do not fail. */
export const keepsFailing = ({ active, trouble }: Pick<Webhook, 'active' | 'trouble'>): boolean =>
  active && trouble !== null && trouble.failures >= failureThreshold

/** Failing webhooks, for admins; others cannot read webhooks. */
export function useFailingWebhooks(): Webhook[] {
  const membership = useMembership()
  const { data } = useQuery({ ...webhooksQuery(membership.organization.id), enabled: isAdmin(membership) })
  return (data ?? []).filter(keepsFailing)
}
