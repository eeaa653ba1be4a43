import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Conversation } from '@parley/protocol/conversation'
import type { PageOf } from '@parley/protocol/pager'
import type { WidgetSettings } from '@parley/protocol/provider'
import { api, organizationPath } from '../api/api.ts'
import type { InboxFilter } from './conversation-rows.ts'
import { organizationKey } from './organization-queries.ts'
import { repeatFailed, repeatFailedReload } from './repeat-failed.ts'

/** Key prefix of all inbox lists; followed by `{view, q, filter, sort}`. */
export const inboxListsKey = (organizationId: string) =>
  [...organizationKey(organizationId), 'inbox'] as const

type ListFilter = Omit<InboxFilter, 'me'>

/** The filter in an inbox list's key; null for other keys. */
export function inboxFilterOf(key: readonly unknown[]): ListFilter | null {
  const part = key.at(-1)
  return key[2] === 'inbox' && typeof part === 'object' && part !== null ? (part as ListFilter) : null
}

export const conversationPath = (organizationId: string, conversationId: string, action = '') =>
  organizationPath(organizationId, `/conversations/${encodeURIComponent(conversationId)}${action}`)

/** The rows of one list. `applyConversations` keeps it current. */
export const inboxListQuery = (organizationId: string, { view, q, filter, sort }: ListFilter) =>
  infiniteQueryOptions({
    queryKey: [...inboxListsKey(organizationId), { view, q, filter, sort } satisfies ListFilter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<PageOf<Conversation>>(organizationPath(organizationId, '/conversations'), {
        query: { view, q, ...filter, sort, max: 30, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.pager.next ?? undefined,
    ...repeatFailedReload,
  })

export const conversationQuery = (organizationId: string, conversationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'conversation', conversationId],
    queryFn: ({ signal }) =>
      api.get<Conversation>(conversationPath(organizationId, conversationId), { signal }),
    ...repeatFailedReload,
  })

/** Attachment limits of a widget. Public and the same for everyone. Until they are known, the service checks alone. */
export const mediaLimitsQuery = (providerId: string) =>
  queryOptions({
    queryKey: ['media-limits', providerId],
    queryFn: async ({ signal }) => {
      const path = `/v1/public/providers/${encodeURIComponent(providerId)}/widget`
      return (await api.get<WidgetSettings>(path, { signal })).media
    },
    staleTime: 10 * 60_000,
    ...repeatFailed,
  })
