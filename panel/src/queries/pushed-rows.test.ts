import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Conversation } from '@parley/protocol/conversation'
import { applyConversations, revertConversation, type ConversationCache } from './conversation-cache.ts'
import { conversationScope } from './conversation-order.ts'
import { conversationQuery, inboxListQuery } from './conversation-queries.ts'
import { rowsOf } from './conversation-rows.ts'
import { createPushedRows } from './pushed-rows.ts'
import { replayRecentChanges } from './replay-recent-changes.ts'

const organizationId = 'organization'

const row = (minute: number, status: Conversation['status'], unread = 0, id = 'a') =>
  ({
    id,
    status,
    unread,
    customer: { id: 'customer' },
    snooze: null,
    updated_at: `10:0${minute}`,
  }) as Conversation

/** An open conversation, and its closing, which shows the expected state until the service responds. */
async function closing() {
  const queryClient = new QueryClient()
  const cache: ConversationCache = { queryClient, organizationId, me: 'me' }
  const before = row(1, 'open')
  const { queryKey } = conversationQuery(organizationId, 'a')
  queryClient.setQueryData(queryKey, before)
  const pushed = createPushedRows(cache)
  const response = Promise.withResolvers<Conversation>()
  const observer = new MutationObserver(queryClient, {
    scope: conversationScope('a'),
    mutationFn: () => response.promise,
    onMutate: () => applyConversations(cache, [{ ...before, status: 'closed' }]),
    onSuccess: (closed) => applyConversations(cache, [closed]),
    onError: () => revertConversation(cache, before, () => ({ status: before.status })),
  })
  const shown = () => {
    const { status, unread } = queryClient.getQueryData(queryKey) ?? {}
    return `${status} ${unread}`
  }
  const statuses: string[] = []
  queryClient.getQueryCache().subscribe(() => void statuses.push(shown()))
  const settled = observer.mutate().catch(() => {})
  await expect.poll(shown).toBe('closed 0')
  return { cache, pushed, response, settled, shown, statuses }
}

test('a row that is older than a change does not undo it on the screen', async () => {
  const { pushed, response, settled, shown, statuses } = await closing()
  // That of the message before.
  pushed.apply([row(2, 'open')])
  expect(shown()).toBe('closed 0')
  response.resolve(row(3, 'closed'))
  await settled
  await expect.poll(() => statuses.length).toBeGreaterThan(1)
  expect(new Set(statuses)).toEqual(new Set(['closed 0']))
})

test('a row that is newer than the change is shown after the response', async () => {
  const { pushed, response, settled, shown } = await closing()
  pushed.apply([row(4, 'open', 1)])
  pushed.apply([row(2, 'open')])
  response.resolve(row(3, 'closed'))
  await settled
  await expect.poll(shown).toBe('open 1')
})

test('a row that a response to an older request repeats waits too, and does not bring a closed conversation back to its list', async () => {
  const { cache, pushed, response, settled, shown } = await closing()
  const { queryClient } = cache
  const { queryKey } = inboxListQuery(organizationId, { view: 'open', q: '', filter: {}, sort: 'newest' })
  const page = Promise.withResolvers<void>()
  const ids = () => rowsOf(queryClient.getQueryData(queryKey)).map(({ id }) => id)
  const changes = replayRecentChanges(cache, pushed.apply)
  const loaded = queryClient.fetchInfiniteQuery({
    queryKey,
    initialPageParam: '',
    queryFn: async () => {
      await page.promise
      return { data: [row(1, 'open', 0, 'b')], pager: { next: null, previous: null } }
    },
  })
  changes.add([row(2, 'open', 1)])
  page.resolve()
  await loaded
  expect([shown(), ids()]).toEqual(['closed 0', ['b']])
  response.resolve(row(3, 'closed'))
  await settled
  await expect.poll(shown).toBe('closed 0')
  expect(ids()).toEqual(['b'])
  pushed.apply([row(2, 'open', 1)])
  expect(ids()).toEqual(['b'])
  changes.stop()
})

test('after a refusal the newest row is shown', async () => {
  const { pushed, response, settled, shown } = await closing()
  pushed.apply([row(2, 'open', 1)])
  response.reject(new Error('refused'))
  await settled
  await expect.poll(shown).toBe('open 1')
})

test('rows of other conversations are applied at once, and waiting ones when the page is left', async () => {
  const { cache, pushed, response, settled, shown } = await closing()
  const other = conversationQuery(organizationId, 'b').queryKey
  pushed.apply([row(2, 'open', 1), row(2, 'open', 5, 'b')])
  expect(cache.queryClient.getQueryData(other)?.unread).toBe(5)
  expect(shown()).toBe('closed 0')
  pushed.stop()
  expect(shown()).toBe('open 1')
  response.resolve(row(3, 'closed'))
  await settled
})
