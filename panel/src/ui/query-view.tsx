import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from './load-error.tsx'

/** What a query has, or its skeleton, or why not with a way to try again. Data once shown stays while it reloads. */
export function QueryView<T>(props: {
  query: UseQueryResult<T>
  skeleton: ReactNode
  children: (data: T) => ReactNode
}) {
  const { query } = props
  if (query.data !== undefined) return props.children(query.data)
  if (query.isError && !query.isFetching) {
    return <LoadError error={query.error} retry={() => void query.refetch()} />
  }
  return props.skeleton
}
