import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Conversation } from '@parley/protocol/conversation'
import type { PageOf } from '@parley/protocol/pager'
import { conversationQuery, inboxFilterOf, inboxListsKey } from './conversation-queries.ts'
import { mayEnter, mergeChangedRows, rowsOf } from './conversation-rows.ts'
import { customerConversationsQuery, customerQuery } from './customer-queries.ts'
import { patchQuery } from './patch-query.ts'

type Rows = InfiniteData<PageOf<Conversation>>

/** The cached lists of one organization, as seen by `me`. */
export interface ConversationCache {
  queryClient: QueryClient
  organizationId: string
  me: string
}

/**
 * Updates all cached copies of these conversations: inbox lists, the conversation itself and its customer's
 * list. Outdated rows change nothing.
 */
export function applyConversations(cache: ConversationCache, rows: readonly Conversation[]): void {
  const { queryClient, organizationId, me } = cache
  const lists = queryClient.getQueryCache().findAll({ queryKey: inboxListsKey(organizationId) })
  for (const { queryKey } of lists) {
    const filter = inboxFilterOf(queryKey)
    if (filter === null) continue
    const known = queryClient.getQueryData<Rows>(queryKey)
    if (known !== undefined && mayEnter(known, rows, { ...filter, me })) reloadSoon(queryClient, queryKey)
    patchQuery<Rows>(queryClient, queryKey, (list) => mergeChangedRows(list, rows, { ...filter, me }))
  }
  for (const row of rows) {
    const { queryKey: one } = conversationQuery(organizationId, row.id)
    const current = queryClient.getQueryData(one)
    if (current === undefined || current.updated_at <= row.updated_at) queryClient.setQueryData(one, row)
    const { queryKey } = customerConversationsQuery(organizationId, row.customer.id)
    const list = queryClient.getQueryData<Rows>(queryKey)
    if (list === undefined) continue
    patchQuery<Rows>(queryClient, queryKey, (known) => withRow(known, row))
    // The customer's record contains the count.
    if (!rowsOf(list).some(({ id }) => id === row.id))
      void queryClient.invalidateQueries({
        queryKey: customerQuery(organizationId, row.customer.id).queryKey,
      })
  }
}

/** A busy inbox changes many times a second. */
const reloadDelayMs = 3000
const reloading = new Set<string>()

function reloadSoon(queryClient: QueryClient, queryKey: QueryKey): void {
  const key = hashKey(queryKey)
  if (reloading.has(key)) return
  reloading.add(key)
  const reload = () => {
    // Restarting a slow load on each change could keep it from ever finishing.
    if (queryClient.isFetching({ queryKey, exact: true }) > 0) {
      setTimeout(reload, reloadDelayMs)
      return
    }
    reloading.delete(key)
    void queryClient.invalidateQueries({ queryKey, exact: true })
  }
  setTimeout(reload, reloadDelayMs)
}

/** Replaces a known row; a new one goes first. */
function withRow(list: Rows, row: Conversation): Rows {
  const newest = rowsOf(list)[0]
  const begins = newest === undefined || row.started_at > newest.started_at
  const known = rowsOf(list).some(({ id }) => id === row.id)
  const pages = list.pages.map((page, index) => {
    const data = page.data.map((old) => (old.id === row.id && old.updated_at <= row.updated_at ? row : old))
    return { ...page, data: !known && begins && index === 0 ? [row, ...data] : data }
  })
  return { ...list, pages }
}

/**
 * Reverts an optimistic update that failed, and reloads the conversation: after a lost response the service may have
 * applied the change. A newer row than `before` stays. `attributes`: what to restore; others may have changed meanwhile.
 */
export function revertConversation(
  cache: ConversationCache,
  before: Conversation,
  attributes: (now: Conversation) => Partial<Conversation>,
): void {
  const { queryClient, organizationId } = cache
  const now = cachedConversation(cache, before.id)
  if (now?.updated_at === before.updated_at) applyConversations(cache, [{ ...now, ...attributes(now) }])
  void queryClient.invalidateQueries({ queryKey: conversationQuery(organizationId, before.id).queryKey })
  void queryClient.invalidateQueries({ queryKey: inboxListsKey(organizationId) })
}

/** The conversation from any cache, to show it before it loads. */
export function cachedConversation(
  cache: ConversationCache,
  conversationId: string,
): Conversation | undefined {
  const { queryClient, organizationId } = cache
  const one = queryClient.getQueryData(conversationQuery(organizationId, conversationId).queryKey)
  if (one !== undefined) return one
  for (const [, list] of queryClient.getQueriesData<Rows>({ queryKey: inboxListsKey(organizationId) })) {
    const row = rowsOf(list).find(({ id }) => id === conversationId)
    if (row !== undefined) return row
  }
  return undefined
}
