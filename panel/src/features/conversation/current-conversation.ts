import type { QueryClient } from '@tanstack/react-query'
import type { Conversation } from '@parley/protocol/conversation'
import { rowsOf } from '../../queries/conversation-rows.ts'
import { customerConversationsQuery } from '../../queries/customer-queries.ts'

/** Loads the customer's open conversation, else the newest one. */
export async function currentConversation(
  queryClient: QueryClient,
  organizationId: string,
  customerId: string,
): Promise<Conversation | undefined> {
  const query = customerConversationsQuery(organizationId, customerId)
  const rows = rowsOf(await queryClient.fetchInfiniteQuery({ ...query, staleTime: 0 }))
  return rows.find(({ status }) => status === 'open') ?? rows[0]
}
