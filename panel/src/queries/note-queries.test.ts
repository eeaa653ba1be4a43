import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import type { Media } from '@parley/protocol/media'
import type { Note } from '@parley/protocol/note'
import { customerNotesQuery, notesOf, storeNote, storeNoteLinks } from './note-queries.ts'

const query = customerNotesQuery('organization', 'customer')

const note = (id: string, seq: number): Note => ({
  id,
  seq,
  customer_id: 'customer',
  conversation_id: 'conversation',
  client_id: id,
  author: { id: 'agent', name: 'Ada', avatar_url: null },
  content: id,
  mentions: [],
  media: [],
  created_at: '2026-01-31T10:00:00.000+00:00',
  edited_at: null,
  deleted_at: null,
})

const page = (data: Note[]) => ({ data, pager: { max: 50, next: null, sort: 'DESC' as const } })

test.each([
  ['for the first time', undefined],
  ['again', [note('first', 1)]],
])('a note that arrives while the list is loaded %s is not lost', async (_, known) => {
  const queryClient = new QueryClient()
  if (known !== undefined)
    queryClient.setQueryData(query.queryKey, { pages: [page(known)], pageParams: [undefined] })
  const requests: ((notes: Note[]) => void)[] = []
  const observer = new InfiniteQueryObserver(queryClient, {
    ...query,
    queryFn: async () => page(await new Promise<Note[]>((resolve) => requests.push(resolve))),
  })
  const stop = observer.subscribe(() => {})
  await expect.poll(() => requests.length).toBe(1)

  storeNote(queryClient, 'organization', note('second', 2))
  // It was read before the note was stored.
  requests[0]?.([note('first', 1)])
  await expect.poll(() => requests.length).toBe(2)
  requests[1]?.([note('second', 2), note('first', 1)])
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(notesOf(queryClient.getQueryData(query.queryKey)).map(({ id }) => id)).toEqual(['second', 'first'])
  stop()
})

test.each([
  ['for the first time', undefined],
  ['again', [note('known', 1)]],
])('a note that arrives after the list could not be loaded %s loads it', async (_, known) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  if (known !== undefined)
    queryClient.setQueryData(query.queryKey, { pages: [page(known)], pageParams: [undefined] })
  const missed = note('missed', 2)
  const added = note('added', 3)
  let isDown = true
  const observer = new InfiniteQueryObserver(queryClient, {
    ...query,
    queryFn: () =>
      isDown ? Promise.reject(new Error('down')) : Promise.resolve(page([added, missed, ...(known ?? [])])),
  })
  const stop = observer.subscribe(() => {})
  await expect.poll(() => queryClient.getQueryState(query.queryKey)?.status).toBe('error')

  isDown = false
  storeNote(queryClient, 'organization', added)
  await expect.poll(() => notesOf(queryClient.getQueryData(query.queryKey))).toContainEqual(missed)
  stop()
})

describe('new links of a note’s files', () => {
  const file = (id: string, url: string): Media => ({
    id,
    url,
    name: `${id}.png`,
    mime: 'image/png',
    size: 1,
    width: 1,
    height: 1,
  })
  const rendered = { ...note('note', 1), media: [file('a', 'old'), file('b', 'old')] }
  const renewed = (change: (queryClient: QueryClient) => void) => {
    const queryClient = new QueryClient()
    queryClient.setQueryData(query.queryKey, { pages: [page([rendered])], pageParams: [undefined] })
    change(queryClient)
    storeNoteLinks(queryClient, 'organization', rendered, [file('b', 'new')])
    return notesOf(queryClient.getQueryData(query.queryKey))
  }

  test('keep those of its other files', () => {
    const [stored] = renewed((queryClient) =>
      storeNoteLinks(queryClient, 'organization', rendered, [file('a', 'new')]),
    )
    expect(stored?.media.map(({ url }) => url)).toEqual(['new', 'new'])
  })

  test.each([
    ['edited', { ...rendered, content: 'edited', media: [file('b', 'old')] }, [file('b', 'new')]],
    ['deleted', { ...rendered, content: '', deleted_at: rendered.created_at, media: [] }, []],
  ])('do not undo that it was %s', (_, changed, media) => {
    expect(renewed((queryClient) => storeNote(queryClient, 'organization', changed))).toEqual([
      { ...changed, media },
    ])
  })

  test('do not bring back a note that is no longer loaded', () => {
    expect(renewed((queryClient) => queryClient.removeQueries({ queryKey: query.queryKey }))).toEqual([])
  })
})
