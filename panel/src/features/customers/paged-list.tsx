import { Button } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from '../../ui/load-error.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import pane from './customer-pane.module.css'

interface PagedListProps<T> {
  list: UseInfiniteQueryResult<InfiniteData<{ data: T[] }>>
  /** Placeholder rows while the first page loads. */
  skeletons: number
  /** Shown when there is none. */
  empty: string
  /** Label of the button that loads the next page. */
  more: string
  className: string | undefined
  children: (item: T) => ReactNode
}

/** A list of a customer's records with "show more". */
export function PagedList<T extends { id: string }>(props: PagedListProps<T>) {
  const { list, skeletons, empty, more, className, children } = props
  const items = list.data?.pages.flatMap(({ data }) => data)
  return (
    <>
      {items === undefined ? (
        list.isError ? (
          <LoadError error={list.error} retry={() => void list.refetch()} />
        ) : (
          <RowSkeletons count={skeletons} />
        )
      ) : items.length === 0 ? (
        <p className={pane.note}>{empty}</p>
      ) : (
        <ul className={className}>
          {items.map((item) => (
            <li key={item.id}>{children(item)}</li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {more}
        </Button>
      )}
    </>
  )
}
