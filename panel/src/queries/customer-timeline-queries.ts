import { infiniteQueryOptions } from '@tanstack/react-query'
import type { CustomerTimelineItem, CustomerTimelineKind } from '@parley/protocol/customer-timeline'
import type { PageOf } from '@parley/protocol/pager'
import { api, organizationPath } from '../api/api.ts'
import { organizationKey } from './organization-queries.ts'
import { repeatFailedReload } from './repeat-failed.ts'

/** What happened with a customer, newest first; null: of every kind. */
export const customerTimelineQuery = (
  organizationId: string,
  customerId: string,
  kind: CustomerTimelineKind | null,
) =>
  infiniteQueryOptions({
    queryKey: [...organizationKey(organizationId), 'customer-timeline', customerId, kind],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<PageOf<CustomerTimelineItem>>(
        organizationPath(organizationId, `/customers/${encodeURIComponent(customerId)}/timeline`),
        { query: { max: 20, cursor: pageParam, kind: kind ?? undefined }, signal },
      ),
    getNextPageParam: (page) => page.pager.next ?? undefined,
    refetchOnMount: 'always',
    ...repeatFailedReload,
  })
