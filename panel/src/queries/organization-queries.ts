import { queryOptions } from '@tanstack/react-query'
import type { Agent, Me } from '@parley/protocol/agent'
import type { InboxCounts } from '@parley/protocol/conversation'
import type { Organization } from '@parley/protocol/organization'
import type { PageOf } from '@parley/protocol/pager'
import type { Provider } from '@parley/protocol/provider'
import type { Webhook } from '@parley/protocol/webhook'
import { api, organizationPath } from '../api/api.ts'
import { repeatFailed, repeatFailedReload } from './repeat-failed.ts'

/** Key prefix of an organization's queries. */
export const organizationKey = (organizationId: string) => ['o', organizationId] as const

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api.get<Me>('/v1/me', { signal }),
  staleTime: 60_000,
  ...repeatFailedReload,
})

export const organizationQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'organization'],
    queryFn: ({ signal }) => api.get<Organization>(organizationPath(organizationId), { signal }),
  })

export const agentsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'agents'],
    queryFn: ({ signal }) => allPages<Agent>(organizationPath(organizationId, '/agents'), signal),
    ...repeatFailedReload,
  })

export const providersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'providers'],
    queryFn: ({ signal }) => allPages<Provider>(organizationPath(organizationId, '/providers'), signal),
    ...repeatFailedReload,
  })

/** Admins and owners only. */
export const webhooksQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'webhooks'],
    queryFn: ({ signal }) => allPages<Webhook>(organizationPath(organizationId, '/webhooks'), signal),
    ...repeatFailedReload,
  })

/** Counts of the inbox views; updated when `inbox.changed` is applied. */
export const inboxCountsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'counts'],
    queryFn: ({ signal }) =>
      api.get<InboxCounts>(organizationPath(organizationId, '/conversations/counts'), { signal }),
    ...repeatFailed,
  })

/** Loads all pages: for short, manually maintained lists (team, widgets), not for records. */
export async function allPages<T>(path: string, signal: AbortSignal): Promise<T[]> {
  const all: T[] = []
  let cursor: string | undefined
  do {
    const page: PageOf<T> = await api.get<PageOf<T>>(path, { query: { max: 100, cursor }, signal })
    all.push(...page.data)
    cursor = page.pager.next ?? undefined
  } while (cursor !== undefined)
  return all
}
