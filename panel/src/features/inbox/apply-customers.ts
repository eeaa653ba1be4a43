import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Conversation } from '@parley/protocol/conversation'
import type { Customer } from '@parley/protocol/customer'
import type { PageOf } from '@parley/protocol/pager'
import { customerName } from '../../people/customer-labels.ts'
import { customerListsKey, customerQuery } from '../../queries/customer-queries.ts'
import { patchQuery } from '../../queries/patch-query.ts'

/**
 * Updates cached customers from changed conversations, also in lists. One that is open and differs is loaded again, because a row has
 * only a part of its customer.
 */
export function applyCustomers(
  queryClient: QueryClient,
  organizationId: string,
  rows: readonly Conversation[],
): void {
  applyToLists(queryClient, organizationId, rows)
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

type Pages = InfiniteData<PageOf<Customer>>

/** Long lists are not loaded again for each change. */
function applyToLists(queryClient: QueryClient, organizationId: string, rows: readonly Conversation[]): void {
  const changed = new Map(rows.map(({ customer }) => [customer.id, customer]))
  const apply = (customer: Customer): Customer => {
    const { online, is_blocked } = changed.get(customer.id) ?? customer
    const isSame = customer.online === online && customer.is_blocked === is_blocked
    return isSame ? customer : { ...customer, online, is_blocked }
  }
  for (const { queryKey } of queryClient
    .getQueryCache()
    .findAll({ queryKey: customerListsKey(organizationId) }))
    patchQuery<Pages | Customer[]>(queryClient, queryKey, (list) => {
      if (!('pages' in list)) return list
      const isAffected = list.pages.some(({ data }) => data.some((customer) => apply(customer) !== customer))
      if (!isAffected) return list
      return { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(apply) })) }
    })
}
