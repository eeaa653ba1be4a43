import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Conversation } from '@parley/protocol/conversation'
import type { PageOf } from '@parley/protocol/pager'
import type { WidgetSettings } from '@parley/protocol/provider'
import { api, organizationPath } from '../api/api.ts'
import { inboxViews } from '../navigation/inbox-views.ts'
import type { InboxFilter } from './conversation-rows.ts'
import { organizationKey } from './organization-queries.ts'

/** Key prefix of all inbox lists; followed by `{view, q, label, team}`. */
export const inboxListsKey = (organizationId: string) =>
  [...organizationKey(organizationId), 'inbox'] as const

type ListFilter = Omit<InboxFilter, 'me'>

/** The filter in an inbox list's key; null for other keys. */
export function inboxFilterOf(key: readonly unknown[]): ListFilter | null {
  const part = key.at(-1)
  if (typeof part !== 'object' || part === null || !('view' in part) || !('q' in part)) return null
  const view = inboxViews.find((name) => name === part.view)
  const label = 'label' in part && typeof part.label === 'string' ? part.label : ''
  const team = 'team' in part && typeof part.team === 'string' ? part.team : ''
  return view === undefined || typeof part.q !== 'string' ? null : { view, q: part.q, label, team }
}

export const conversationPath = (organizationId: string, conversationId: string, action = '') =>
  organizationPath(organizationId, `/conversations/${encodeURIComponent(conversationId)}${action}`)

/** One inbox view, latest change first. `applyConversations` keeps it current. */
export const inboxListQuery = (organizationId: string, { view, q, label, team }: ListFilter) =>
  infiniteQueryOptions({
    queryKey: [...inboxListsKey(organizationId), { view, q, label, team }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<PageOf<Conversation>>(organizationPath(organizationId, '/conversations'), {
        query: { view, q, label, team, max: 30, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.pager.next ?? undefined,
  })

export const conversationQuery = (organizationId: string, conversationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'conversation', conversationId],
    queryFn: ({ signal }) =>
      api.get<Conversation>(conversationPath(organizationId, conversationId), { signal }),
  })

/** Attachment limits of a widget. Public and the same for everyone. */
export const mediaLimitsQuery = (providerId: string) =>
  queryOptions({
    queryKey: ['media-limits', providerId],
    queryFn: async ({ signal }) => {
      const path = `/v1/public/providers/${encodeURIComponent(providerId)}/widget`
      return (await api.get<WidgetSettings>(path, { signal })).media
    },
    staleTime: 10 * 60_000,
  })
