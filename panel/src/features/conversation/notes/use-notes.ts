import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import type { LogEntry } from '@parley/protocol/event'
import type { Note } from '@parley/protocol/note'
import { customerNotesQuery, notesOf, storeNote } from '../../../queries/note-queries.ts'
import { hasFailed } from '../../../queries/repeat-failed.ts'

/**
 * The customer's notes in log order, loaded as far back as the messages are.
 * @param oldest log position of the oldest loaded message
 * @param enabled false: known notes only
 */
export function useNotes(
  follow: CustomerFollow,
  organizationId: string,
  customerId: string,
  oldest: number,
  enabled: boolean,
): {
  notes: readonly Note[]
  isLoading: boolean
  /** Rows of the history are about to be added, or were just added. */
  isFilling: boolean
} {
  const queryClient = useQueryClient()
  const query = customerNotesQuery(organizationId, customerId)
  const list = useInfiniteQuery({ ...query, enabled })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list

  useEffect(
    () => follow.onEntry((entry) => applyEntry(queryClient, organizationId, customerId, entry)),
    [follow, queryClient, organizationId, customerId],
  )
  const loaded = useMemo(() => notesOf(data), [data])
  const reached = loaded.at(-1)?.seq ?? 0
  useEffect(() => {
    // After a failure, the repeated load comes first.
    if (hasNextPage && !isFetching && !isError && reached > oldest) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, reached, oldest, fetchNextPage])

  const notes = useMemo(
    () => loaded.filter(({ seq }) => seq > oldest).toSorted((a, b) => a.seq - b.seq),
    [loaded, oldest],
  )
  const pages = data?.pages.length ?? 0
  const isGrown = useDeferredValue(pages) !== pages
  // A failed load may be repeated for a long time, during which messages arrive.
  const isFilling = !enabled || isGrown || (isFetching && !hasFailed(list))
  return { notes, isLoading: isFetching || !enabled, isFilling }
}

function applyEntry(
  queryClient: QueryClient,
  organizationId: string,
  customerId: string,
  entry: LogEntry,
): void {
  if (entry.type !== 'note.created' && entry.type !== 'note.edited' && entry.type !== 'note.deleted') return
  const { queryKey } = customerNotesQuery(organizationId, customerId)
  const known = notesOf(queryClient.getQueryData(queryKey)).find(({ id }) => id === entry.data.id)
  // Notes that are not loaded yet arrive with their page.
  const seq = known?.seq ?? (entry.type === 'note.created' ? entry.seq : null)
  if (seq === null || entry.conversation_id === null) return
  storeNote(queryClient, organizationId, {
    ...entry.data,
    seq,
    customer_id: customerId,
    conversation_id: entry.conversation_id,
  })
}
