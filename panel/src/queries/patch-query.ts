import type { QueryClient, QueryKey, SetDataOptions } from '@tanstack/react-query'

/**
 * Changes cached data, if there is any. Unlike after `setQueryData`, an invalidated query stays invalidated: one change does
 * not replace the load that the query waits for. Nothing happens if `update` returns the same object.
 */
export function patchQuery<T>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  update: (data: T) => T,
  options?: SetDataOptions,
): void {
  const query = queryClient.getQueryCache().find<T>({ queryKey })
  const before = query?.state.data
  if (query === undefined || before === undefined) return
  const data = update(before)
  if (data === before) return
  // A cancelled request restores the state before it, which is invalidated: `setQueryData` would replace that state too.
  if (query.state.isInvalidated) query.setState({ data })
  else queryClient.setQueryData(queryKey, data, options)
}
