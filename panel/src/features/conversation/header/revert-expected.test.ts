import { QueryClient } from '@tanstack/react-query'
import type { Conversation } from '@parley/protocol/conversation'
import { expect, test } from 'vitest'
import { applyConversations, cachedConversation } from '../../../queries/conversation-cache.ts'
import { conversationQuery, inboxListQuery } from '../../../queries/conversation-queries.ts'
import { revertExpected } from './revert-expected.ts'

const organizationId = 'organization'
const list = inboxListQuery(organizationId, { view: 'open', q: 'kettle', filter: {}, sort: 'newest' })
const original = {
  id: 'conversation',
  customer: { id: 'customer' },
  agent: null,
  status: 'open',
  updated_at: '2026-01-31T10:00:00.000+00:00',
} as Conversation

/** The conversation in a search, with changes that the service has not answered. */
function cacheWith(...expected: Partial<Conversation>[]) {
  const queryClient = new QueryClient()
  const cache = { queryClient, organizationId, me: 'me' }
  queryClient.setQueryData(conversationQuery(organizationId, original.id).queryKey, original)
  const page = { data: [original], pager: { max: 30, next: null, sort: 'DESC' as const } }
  queryClient.setQueryData(list.queryKey, { pages: [page], pageParams: [undefined] })
  const current = () => cachedConversation(cache, original.id) ?? original
  const before = expected.map((change) => {
    const row = current()
    applyConversations(cache, [{ ...row, ...change }])
    return row
  })
  return { cache, queryClient, before, current }
}

const assigned: Partial<Conversation> = { agent: { id: 'me', name: 'Ada', avatar_url: null } }
const closed: Partial<Conversation> = { status: 'closed', waiting_since: null }

test('an assignment and a close that are both refused leave the conversation as it was', () => {
  const { cache, before, current } = cacheWith(assigned, closed)
  expect(current()).toMatchObject({ ...assigned, ...closed })
  for (const [index, expected] of [assigned, closed].entries())
    revertExpected(cache, before[index] ?? original, expected)
  expect(current()).toMatchObject(original)
})

test('a search that the row has left is loaded again', () => {
  const { cache, queryClient, before } = cacheWith(closed)
  expect(queryClient.getQueryData(list.queryKey)?.pages[0]?.data).toEqual([])
  revertExpected(cache, before[0] ?? original, closed)
  expect(queryClient.getQueryState(list.queryKey)?.isInvalidated).toBe(true)
})
