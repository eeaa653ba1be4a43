import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Conversation } from '@parley/protocol/conversation'
import {
  applyConversations,
  cachedConversation,
  revertConversation,
  type ConversationCache,
} from './conversation-cache.ts'
import { conversationQuery, inboxListQuery } from './conversation-queries.ts'
import { rowsOf, type RowPages } from './conversation-rows.ts'
import { customerConversationsQuery, customerQuery } from './customer-queries.ts'
import { replayRecentChanges } from './replay-recent-changes.ts'

const me = 'agent-me'
const organizationId = 'organization'
const ada = { id: me, name: 'Ada', avatar_url: null }

function row(id: string, minute: number, change: Partial<Conversation> = {}): Conversation {
  const at = `2026-01-31T10:${String(minute).padStart(2, '0')}:00.000+00:00`
  return {
    id,
    provider_id: 'provider',
    channel: 'widget',
    customer: {
      id: 'customer',
      name: null,
      avatar_url: null,
      country_code: 'ZZ',
      auth_provider: null,
      is_blocked: false,
      online: false,
    },
    agent: null,
    status: 'open',
    started_at: at,
    closed_at: null,
    duration: null,
    first_response_time: null,
    last_message: null,
    unread: 0,
    waiting_since: null,
    label_ids: [],
    team_id: null,
    priority: null,
    snooze: null,
    sla: null,
    updated_at: at,
    ...change,
  }
}

const pages = (rows: Conversation[]) => ({
  pages: [{ data: rows, pager: { max: 30, next: null, sort: 'DESC' as const } }],
  pageParams: [undefined],
})

function cacheWith(lists: { view: Conversation['status'] | 'mine' | 'unassigned'; rows: Conversation[] }[]) {
  const queryClient = new QueryClient()
  for (const { view, rows } of lists) {
    queryClient.setQueryData(
      inboxListQuery(organizationId, { view, q: '', filter: {}, sort: 'newest' }).queryKey,
      pages(rows),
    )
  }
  const cache: ConversationCache = { queryClient, organizationId, me }
  const ids = (view: 'mine' | 'unassigned' | 'open' | 'closed') => {
    const { queryKey } = inboxListQuery(organizationId, { view, q: '', filter: {}, sort: 'newest' })
    return rowsOf(queryClient.getQueryData<RowPages>(queryKey)).map(({ id }) => id)
  }
  return { cache, ids, queryClient }
}

test('a taken-over row moves between loaded views', () => {
  const { cache, ids } = cacheWith([
    { view: 'unassigned', rows: [row('b', 2), row('a', 1)] },
    { view: 'mine', rows: [row('m', 1, { agent: ada })] },
  ])
  applyConversations(cache, [row('a', 3, { agent: ada })])
  expect(ids('unassigned')).toEqual(['b'])
  expect(ids('mine')).toEqual(['a', 'm'])
  expect(ids('closed')).toEqual([])
})

test('a new conversation invalidates the customer’s record, which contains the count; a known one does not', () => {
  const { cache, queryClient } = cacheWith([])
  const { queryKey: card } = customerQuery(organizationId, 'customer')
  const { queryKey } = customerConversationsQuery(organizationId, 'customer')
  queryClient.setQueryData(queryKey, pages([row('a', 1)]))
  queryClient.getQueryCache().build(queryClient, { queryKey: card }).setState({ status: 'success', data: {} })
  const isOld = () => queryClient.getQueryState(card)?.isInvalidated
  applyConversations(cache, [row('a', 2)])
  expect(isOld()).toBe(false)
  applyConversations(cache, [row('b', 3)])
  expect(isOld()).toBe(true)
})

test('other organizations’ lists are unchanged', () => {
  const { cache, queryClient } = cacheWith([])
  const { queryKey } = inboxListQuery('another', { view: 'open', q: '', filter: {}, sort: 'newest' })
  queryClient.setQueryData(queryKey, pages([]))
  applyConversations(cache, [row('a', 1)])
  expect(rowsOf(queryClient.getQueryData<RowPages>(queryKey))).toEqual([])
})

test('a conversation is found in any list, and its latest state wins', () => {
  const { cache, queryClient } = cacheWith([{ view: 'open', rows: [row('a', 1)] }])
  expect(cachedConversation(cache, 'nobody')).toBeUndefined()
  expect(cachedConversation(cache, 'a')?.unread).toBe(0)
  applyConversations(cache, [row('a', 5, { unread: 5 })])
  applyConversations(cache, [row('a', 4, { unread: 4 })])
  expect(cachedConversation(cache, 'a')?.unread).toBe(5)
  expect(queryClient.getQueryData(conversationQuery(organizationId, 'a').queryKey)?.unread).toBe(5)
})

test('a customer’s list prepends a new conversation and updates older ones in place', () => {
  const { cache, queryClient } = cacheWith([])
  const { queryKey } = customerConversationsQuery(organizationId, 'customer')
  queryClient.setQueryData(queryKey, pages([row('b', 2), row('a', 1)]))
  applyConversations(cache, [
    row('c', 3),
    row('a', 1, { status: 'closed', updated_at: row('a', 9).updated_at }),
    row('older-than-loaded', 0),
  ])
  const rows = rowsOf(queryClient.getQueryData<RowPages>(queryKey))
  expect(rows.map(({ id, status }) => `${id} ${status}`)).toEqual(['c open', 'b open', 'a closed'])
})

const unassigned = { view: 'unassigned', q: '', filter: {}, sort: 'newest' } as const

/** Requests of one list whose responses arrive when the test says so. */
function requestsOf() {
  const { queryKey } = inboxListQuery(organizationId, unassigned)
  const responses: ((rows: Conversation[]) => void)[] = []
  const queryFn = () =>
    new Promise<RowPages>((resolve) => {
      responses.push((rows) => resolve(pages(rows)))
    })
  return { queryKey, queryFn, responses }
}

test('a response older than a change does not restore the old state', async () => {
  const { cache, ids, queryClient } = cacheWith([{ view: 'unassigned', rows: [row('a', 1)] }])
  const { responses, ...request } = requestsOf()
  const changes = replayRecentChanges(cache)
  const first = queryClient.fetchQuery(request)
  const taken = row('a', 3, { agent: ada })
  changes.add([taken])
  applyConversations(cache, [taken])
  expect(ids('unassigned')).toEqual([])
  responses[0]?.([row('b', 2), row('a', 1)])
  await first
  expect(ids('unassigned')).toEqual(['b'])

  changes.stop()
  const second = queryClient.fetchQuery(request)
  responses[1]?.([row('a', 1)])
  await second
  expect(ids('unassigned')).toEqual(['a'])
})

test('a response requested after a change is not overwritten by it, also if the request replaced an older one', async () => {
  const { cache, ids, queryClient } = cacheWith([{ view: 'unassigned', rows: [row('a', 1)] }])
  const { responses, ...request } = requestsOf()
  const changes = replayRecentChanges(cache)
  const stop = new QueryObserver(queryClient, { ...request, staleTime: Infinity }).subscribe(() => undefined)
  const unread = () => rowsOf(queryClient.getQueryData<RowPages>(request.queryKey)).map((one) => one.unread)

  changes.add([row('a', 3, { unread: 1 })])
  const first = queryClient.fetchQuery(request)
  responses[0]?.([row('a', 3)])
  await first
  expect(unread()).toEqual([0])

  void queryClient.fetchQuery(request)
  changes.add([row('a', 4, { unread: 1 }), row('snoozed', 4)])
  const second = queryClient.invalidateQueries({ queryKey: request.queryKey })
  responses[2]?.([row('a', 4)])
  await second
  expect(unread()).toEqual([0])
  expect(ids('unassigned')).toEqual(['a'])
  stop()
  changes.stop()
})

test('a failed update is reverted, except for other attributes, and the row is reloaded', () => {
  const before = row('a', 1, { team_id: 'support' })
  const { cache, queryClient } = cacheWith([{ view: 'open', rows: [before] }])
  applyConversations(cache, [{ ...before, team_id: 'sales', priority: 'high' }])
  revertConversation(cache, before, () => ({ team_id: before.team_id }))
  expect(cachedConversation(cache, 'a')).toMatchObject({ team_id: 'support', priority: 'high' })
  const isOld = (queryKey: readonly unknown[]) => queryClient.getQueryState(queryKey)?.isInvalidated
  expect(isOld(conversationQuery(organizationId, 'a').queryKey)).toBe(true)
  const list = inboxListQuery(organizationId, { view: 'open', q: '', filter: {}, sort: 'newest' })
  expect(isOld(list.queryKey)).toBe(true)
})

test('a failed update does not revert a newer row of the service', () => {
  const before = row('a', 1, { team_id: 'support' })
  const { cache } = cacheWith([{ view: 'open', rows: [before] }])
  applyConversations(cache, [{ ...before, team_id: 'sales' }])
  applyConversations(cache, [row('a', 2, { team_id: 'sales' })])
  revertConversation(cache, before, () => ({ team_id: before.team_id }))
  expect(cachedConversation(cache, 'a')?.team_id).toBe('sales')
})

test('a list that waits for a reload still does after a change, also if the reload is cancelled', async () => {
  const { cache, ids, queryClient } = cacheWith([{ view: 'unassigned', rows: [row('a', 1)] }])
  const { responses, ...request } = requestsOf()
  const isOld = () => queryClient.getQueryState(request.queryKey)?.isInvalidated
  await queryClient.invalidateQueries({ queryKey: request.queryKey })
  applyConversations(cache, [row('elsewhere', 2, { agent: ada })])
  expect(isOld()).toBe(true)
  applyConversations(cache, [row('b', 3)])
  expect(ids('unassigned')).toEqual(['b', 'a'])
  expect(isOld()).toBe(true)

  const reload = queryClient.fetchQuery(request)
  applyConversations(cache, [row('c', 4)])
  await queryClient.cancelQueries({ queryKey: request.queryKey })
  await reload
  expect(responses).toHaveLength(1)
  expect(isOld()).toBe(true)
})

test('a customer’s list that waits for a reload still does after a change; a conversation only after an outdated one', async () => {
  const { cache, queryClient } = cacheWith([])
  const one = conversationQuery(organizationId, 'a').queryKey
  const list = customerConversationsQuery(organizationId, 'customer').queryKey
  const isOld = (queryKey: readonly unknown[]) => queryClient.getQueryState(queryKey)?.isInvalidated
  queryClient.setQueryData(one, row('a', 5))
  queryClient.setQueryData(list, pages([row('a', 5)]))
  await queryClient.invalidateQueries()
  applyConversations(cache, [row('a', 4)])
  expect([isOld(one), isOld(list)]).toEqual([true, true])
  applyConversations(cache, [row('a', 6)])
  expect([isOld(one), isOld(list)]).toEqual([false, true])
  expect(cachedConversation(cache, 'a')?.updated_at).toBe(row('a', 6).updated_at)
})

test('a change that does not concern a list leaves its age unchanged', () => {
  const { cache, queryClient } = cacheWith([{ view: 'unassigned', rows: [row('a', 1)] }])
  const { queryKey } = inboxListQuery(organizationId, unassigned)
  const before = queryClient.getQueryState(queryKey)
  applyConversations(cache, [row('elsewhere', 2, { agent: ada })])
  expect(queryClient.getQueryState(queryKey)).toBe(before)
})

test('a reload of a list, which changes request, does not restart a slow one', async () => {
  vi.useFakeTimers()
  const { cache, queryClient } = cacheWith([])
  const filter = { view: 'open', q: '', filter: { stated: 'plan:vip' }, sort: 'newest' } as const
  const { queryKey } = inboxListQuery(organizationId, filter)
  queryClient.setQueryData(queryKey, pages([]))
  const signals: AbortSignal[] = []
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    signals.push(signal)
    return new Promise<RowPages>((resolve) => setTimeout(() => resolve(pages([])), 5_000))
  }
  const stop = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => {})
  applyConversations(cache, [row('a', 1)])
  await vi.advanceTimersByTimeAsync(3_000)
  applyConversations(cache, [row('b', 2)])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(signals).toHaveLength(2)
  stop()
  vi.useRealTimers()
})
