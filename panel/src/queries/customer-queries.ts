import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Conversation } from '@parley/protocol/conversation'
import type { Customer, CustomerInput } from '@parley/protocol/customer'
import type { PageOf } from '@parley/protocol/pager'
import type { CustomerContextChanged, VisitorContext } from '@parley/protocol/visitor-context'
import { api, organizationPath } from '../api/api.ts'
import { organizationKey } from './organization-queries.ts'
import { repeatFailedReload } from './repeat-failed.ts'

const customerPath = (organizationId: string, customerId: string, rest = '') =>
  organizationPath(organizationId, `/customers/${encodeURIComponent(customerId)}${rest}`)

export const customerListsKey = (organizationId: string) =>
  [...organizationKey(organizationId), 'customers'] as const

export const customerListQuery = (organizationId: string, q: string) =>
  infiniteQueryOptions({
    queryKey: [...customerListsKey(organizationId), q],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<PageOf<Customer>>(organizationPath(organizationId, '/customers'), {
        query: { q, max: 50, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.pager.next ?? undefined,
    ...repeatFailedReload,
  })

/** The first results of a customer search, for the command palette. */
export const foundCustomersQuery = (organizationId: string, q: string) =>
  queryOptions({
    queryKey: [...customerListsKey(organizationId), 'found', q],
    queryFn: async ({ signal }) => {
      const page = await api.get<PageOf<Customer>>(organizationPath(organizationId, '/customers'), {
        query: { q, max: 8 },
        signal,
      })
      return page.data
    },
  })

export const customerQuery = (organizationId: string, customerId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'customer', customerId],
    queryFn: ({ signal }) => api.get<Customer>(customerPath(organizationId, customerId), { signal }),
    ...repeatFailedReload,
  })

export const visitQuery = (organizationId: string, customerId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'customer-context', customerId],
    queryFn: async ({ signal }) =>
      (await api.get<VisitorContext>(customerPath(organizationId, customerId, '/context'), { signal })).visit,
    ...repeatFailedReload,
  })

/** The part of a customer's data that a change makes stale. */
export const changedContextKey = (
  organizationId: string,
  { customer_id: customerId, what }: CustomerContextChanged,
) => (what === 'visit' ? visitQuery : customerQuery)(organizationId, customerId).queryKey

/** A customer's conversations, newest first. An open one comes first. */
export const customerConversationsQuery = (organizationId: string, customerId: string) =>
  infiniteQueryOptions({
    queryKey: [...organizationKey(organizationId), 'customer-conversations', customerId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<PageOf<Conversation>>(customerPath(organizationId, customerId, '/conversations'), {
        query: { max: 20, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.pager.next ?? undefined,
    ...repeatFailedReload,
  })

export const saveCustomer = (organizationId: string, customerId: string, input: CustomerInput) =>
  api.patch<Customer>(customerPath(organizationId, customerId), input)
