import type { QueryClient } from '@tanstack/react-query'
import type { Conversation } from '@parley/protocol/conversation'
import type { Customer } from '@parley/protocol/customer'
import { customerName } from '../../people/customer-labels.ts'
import { customerQuery } from '../../queries/customer-queries.ts'
import { patchQuery } from '../../queries/patch-query.ts'

/**
 * Updates cached customers from changed conversations. One that differs is also loaded again, because a row has only a part of its
 * customer.
 */
export function applyCustomers(
  queryClient: QueryClient,
  organizationId: string,
  rows: readonly Conversation[],
): void {
  for (const { customer } of rows) {
    const { queryKey } = customerQuery(organizationId, customer.id)
    const known = queryClient.getQueryData(queryKey)
    const { name, online, is_blocked } = customer
    if (known === undefined) continue
    if (known.online === online && known.is_blocked === is_blocked && customerName(known) === name) continue
    patchQuery<Customer>(queryClient, queryKey, (before) => ({ ...before, online, is_blocked }))
    void queryClient.invalidateQueries({ queryKey })
  }
}
