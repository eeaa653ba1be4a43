import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadSoon } from './invalidate-lists.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A shown list of so many pages, each of which takes 3 s to load. Returns the pages requested. */
function shown(pages: number) {
  const queryClient = new QueryClient()
  const queryKey = ['customers', '']
  const numbers = Array.from({ length: pages }, (_, index) => index)
  queryClient.setQueryData(queryKey, { pages: numbers, pageParams: numbers })
  const requested: unknown[] = []
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey,
    staleTime: Infinity,
    initialPageParam: 0,
    getNextPageParam: (_: number, all) => all.length,
    queryFn: async ({ pageParam }) => {
      requested.push(pageParam)
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      return pageParam
    },
  })
  observer.subscribe(() => {})
  return { queryClient, queryKey, requested }
}

test('changes coalesce, and do not restart a reload that is slower than they are', async () => {
  const { queryClient, requested } = shown(3)
  const { soon } = reloadSoon(queryClient, ['customers'], 5_000)
  soon()
  soon()
  await vi.advanceTimersByTimeAsync(5_000)
  // The reload takes 9 s. A change during it is loaded afterwards.
  soon()
  await vi.advanceTimersByTimeAsync(9_500)
  expect(requested).toEqual([0, 1, 2])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(requested).toEqual([0, 1, 2, 0, 1, 2])
})

test('a list of many pages is not reloaded but marked for the next time it is opened', async () => {
  const { queryClient, queryKey, requested } = shown(5)
  reloadSoon(queryClient, ['customers'], 5_000).soon()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(requested).toEqual([])
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
