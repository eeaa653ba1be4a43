import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from './load-error.tsx'

/** Renders query data, a skeleton or an error with retry. Data stays visible while reloading. */
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
