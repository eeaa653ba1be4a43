import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

const maxReloadedPages = 4

/** Whether an infinite query has so many pages that a reload, which requests each again, is not worth it for one change. */
export function isLong({ state: { data } }: Query): boolean {
  const pages = typeof data === 'object' && data !== null && 'pages' in data ? data.pages : []
  return Array.isArray(pages) && pages.length > maxReloadedPages
}

/** Reloads the queries with this key prefix; those that match `waits` reload when opened next. */
export function invalidateLists(
  queryClient: QueryClient,
  queryKey: QueryKey,
  waits: (query: Query) => boolean = isLong,
): void {
  void queryClient.invalidateQueries({ queryKey, predicate: (query) => !waits(query) })
  void queryClient.invalidateQueries({ queryKey, predicate: waits, refetchType: 'none' })
}

/** Coalesces reloads. Waits for a running load, because a list that is loaded more slowly than it changes would never finish. */
export function reloadSoon(queryClient: QueryClient, queryKey: QueryKey, delayMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const reload = () => {
    timer = undefined
    if (queryClient.isFetching({ queryKey }) > 0) soon()
    else invalidateLists(queryClient, queryKey)
  }
  const soon = () => {
    timer ??= setTimeout(reload, delayMs)
  }
  return { soon, stop: () => clearTimeout(timer) }
}
