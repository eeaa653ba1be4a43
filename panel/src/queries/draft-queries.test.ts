import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Draft } from '@parley/protocol/draft'
import { draftsQuery, storeDraft } from './draft-queries.ts'

const { queryKey } = draftsQuery('organization')

const draft = (version: number, content = 'Hello'): Draft => ({
  conversation_id: 'conversation',
  kind: 'reply',
  content,
  reply_to_id: null,
  version,
  updated_at: '2026-01-31T10:00:00.000+00:00',
})

/** Loads of the list, which the test resolves. */
function heldLists() {
  const lists: PromiseWithResolvers<Draft[]>[] = []
  const queryFn = () => {
    const list = Promise.withResolvers<Draft[]>()
    lists.push(list)
    return list.promise
  }
  return { lists, queryFn }
}

test('a changed draft does not replace a missed load: the list stays invalidated and keeps the time of its load', async () => {
  const queryClient = new QueryClient()
  const updatedAt = Date.now() - 60_000
  const state = () => queryClient.getQueryState(queryKey)
  queryClient.setQueryData(queryKey, [draft(1)], { updatedAt })
  storeDraft(queryClient, 'organization', draft(2, 'Hello Ada'))
  expect(state()).toMatchObject({ data: [draft(2, 'Hello Ada')], dataUpdatedAt: updatedAt })

  await queryClient.invalidateQueries({ queryKey })
  storeDraft(queryClient, 'organization', draft(3, 'Hello Ada,'))
  storeDraft(queryClient, 'organization', draft(2, 'Hello Ada'))
  expect(state()).toMatchObject({
    data: [draft(3, 'Hello Ada,')],
    dataUpdatedAt: updatedAt,
    isInvalidated: true,
  })
})

test('a list that was being loaded when a draft changed is loaded again: it may have been read before', async () => {
  const queryClient = new QueryClient()
  const { lists, queryFn } = heldLists()
  queryClient.setQueryData(queryKey, [])
  const observer = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Infinity })
  const stop = observer.subscribe(() => {})
  void queryClient.invalidateQueries({ queryKey })
  storeDraft(queryClient, 'organization', draft(1))
  // Once by the response to the save, once by its event.
  storeDraft(queryClient, 'organization', draft(1))
  expect(lists).toHaveLength(2)
  lists[0]?.resolve([])
  await lists[0]?.promise
  expect(queryClient.getQueryData(queryKey)).toEqual([draft(1)])
  lists[1]?.resolve([draft(1), draft(2)])
  await expect.poll(() => queryClient.getQueryData(queryKey)).toEqual([draft(1), draft(2)])
  stop()
})

test('the first load of the list is repeated if a draft changes meanwhile', async () => {
  const queryClient = new QueryClient()
  const { lists, queryFn } = heldLists()
  const stop = new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => {})
  storeDraft(queryClient, 'organization', draft(1))
  await expect.poll(() => lists.length).toBe(2)
  lists[0]?.resolve([])
  lists[1]?.resolve([draft(1)])
  await expect.poll(() => queryClient.getQueryData(queryKey)).toEqual([draft(1)])
  stop()
})
