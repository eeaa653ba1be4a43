import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type { Media } from '@parley/protocol/media'
import type { Note, NoteEdit, NoteInput, NoteVersion } from '@parley/protocol/note'
import type { PageOf } from '@parley/protocol/pager'
import { api, organizationPath } from '../api/api.ts'
import { repeatFailed } from './repeat-failed.ts'
import { conversationPath } from './conversation-queries.ts'
import { organizationKey } from './organization-queries.ts'

const notePath = (organizationId: string, noteId: string, rest = '') =>
  organizationPath(organizationId, `/notes/${encodeURIComponent(noteId)}${rest}`)

/** A customer's notes, newest first. Log entries keep the loaded pages up to date while the customer is followed. */
export const customerNotesQuery = (organizationId: string, customerId: string) =>
  infiniteQueryOptions({
    queryKey: [...organizationKey(organizationId), 'notes', customerId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<PageOf<Note>>(
        organizationPath(organizationId, `/customers/${encodeURIComponent(customerId)}/notes`),
        { query: { max: 50, cursor: pageParam }, signal },
      ),
    getNextPageParam: (page) => page.pager.next ?? undefined,
    // Entries written while the customer was not followed are not replayed.
    refetchOnMount: 'always',
    ...repeatFailed,
  })

export const noteVersionsQuery = (organizationId: string, noteId: string) => ({
  queryKey: [...organizationKey(organizationId), 'note-versions', noteId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get<{ data: NoteVersion[] }>(notePath(organizationId, noteId, '/versions'), { signal }),
  staleTime: 0,
})

export const addNote = (organizationId: string, conversationId: string, input: NoteInput) =>
  api.post<Note>(conversationPath(organizationId, conversationId, '/notes'), input)

export const editNote = (organizationId: string, noteId: string, input: NoteEdit) =>
  api.patch<Note>(notePath(organizationId, noteId), input)

export const deleteNote = (organizationId: string, noteId: string) =>
  api.delete<Note>(notePath(organizationId, noteId))

type Pages = InfiniteData<PageOf<Note>>

/** The loaded notes, newest first. */
export const notesOf = (pages: Pages | undefined): Note[] => pages?.pages.flatMap(({ data }) => data) ?? []

/**
 * Adds a note to the loaded pages, or replaces it there. A running load may have been read before the change: it is repeated, as is one
 * that failed.
 */
export function storeNote(queryClient: QueryClient, organizationId: string, note: Note): void {
  const { queryKey } = customerNotesQuery(organizationId, note.customer_id)
  const isLoading = queryClient.isFetching({ queryKey }) > 0
  // Storing data clears the error.
  const isFailed = queryClient.getQueryState(queryKey)?.status === 'error'
  queryClient.setQueryData<Pages>(queryKey, (pages) => pages && withNote(pages, note))
  if (isFailed && !isLoading) void queryClient.invalidateQueries({ queryKey })
  if (!isLoading) return
  // Without data, invalidating alone does not replace the running request.
  void queryClient.cancelQueries({ queryKey }).then(() => queryClient.invalidateQueries({ queryKey }))
}

/** Stores new links of a note's files, with the note as it is now: it may have changed while they were requested. */
export function storeNoteLinks(
  queryClient: QueryClient,
  organizationId: string,
  { id, customer_id: customerId }: Note,
  fresh: readonly Media[],
): void {
  const { queryKey } = customerNotesQuery(organizationId, customerId)
  const note = notesOf(queryClient.getQueryData(queryKey)).find((each) => each.id === id)
  if (note === undefined) return
  const media = note.media.map((each) => fresh.find((file) => file.id === each.id) ?? each)
  storeNote(queryClient, organizationId, { ...note, media })
}

export function withNote(pages: Pages, note: Note): Pages {
  const isKnown = pages.pages.some(({ data }) => data.some(({ id }) => id === note.id))
  const change = (data: Note[], page: number) => {
    if (isKnown) return data.map((each) => (each.id === note.id ? note : each))
    return page === 0 ? [note, ...data].sort((a, b) => b.seq - a.seq) : data
  }
  return { ...pages, pages: pages.pages.map((page, index) => ({ ...page, data: change(page.data, index) })) }
}
