import { useInfiniteQuery } from '@tanstack/react-query'
import { useMembership } from '../../context/membership.tsx'
import { rowsOf } from '../../queries/conversation-rows.ts'
import { customerConversationsQuery } from '../../queries/customer-queries.ts'

/**
 * The customer's open conversation, live: it may open or close during a call. `atFirst`: the value from the
 * call until the list loads. InboxLive keeps the list current.
 */
export function useOpenConversation(customerId: string, atFirst: string | null): string | null {
  const { organization } = useMembership()
  const { data } = useInfiniteQuery(customerConversationsQuery(organization.id, customerId))
  if (data === undefined) return atFirst
  return rowsOf(data).find(({ status }) => status === 'open')?.id ?? null
}
