import type { InboxView } from '@parley/protocol/conversation'
import { formatFilter, parseFilter, type FilterTexts } from '@parley/protocol/conversation-filter'
import { inboxSorts, type InboxSort } from '@parley/protocol/conversation-order'

/** The inbox list in the URL. */
export interface InboxLocation {
  organizationId: string
  view: InboxView
  q: string
  /** Conditions in their text form, in the order of the fields. */
  filter: FilterTexts
  sort: InboxSort
  /** Id of the saved view that was opened; '' = none. The conditions may have been changed since. */
  saved: string
}

/** Search parameters of a link within the same list. */
export type InboxSearch = { q?: string; sort?: InboxSort; saved?: string } & FilterTexts

type ListPart = Pick<InboxLocation, 'q' | 'filter' | 'sort' | 'saved'>

export const searchOf = ({ q, filter, sort, saved }: ListPart): InboxSearch => ({
  ...(q !== '' && { q }),
  ...filter,
  ...(sort !== 'newest' && { sort }),
  ...(saved !== '' && { saved }),
})

/** Reads search parameters; malformed ones are dropped. */
export function readInboxSearch(search: Record<string, unknown>): Omit<ListPart, 'q'> {
  const { sort, saved } = search
  return {
    filter: formatFilter(parseFilter(search)),
    sort: inboxSorts.find((each) => each === sort) ?? 'newest',
    saved: typeof saved === 'string' && uuid.test(saved) ? saved : '',
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isFiltered = (filter: FilterTexts): boolean => Object.keys(filter).length > 0

/** The same list without conditions, search text and saved view. */
export const withoutFilter = { q: '', filter: {}, sort: 'newest', saved: '' } as const satisfies ListPart

/** Another inbox view keeps search text and conditions, but leaves a saved view with its conditions. */
export const searchOfOtherView = (inbox: ListPart): InboxSearch =>
  searchOf(inbox.saved === '' ? inbox : { ...withoutFilter, q: inbox.q })

/** Whether two lists select and order the same rows. */
export const isSameList = (
  a: Pick<InboxLocation, 'view' | 'filter' | 'sort'>,
  b: Pick<InboxLocation, 'view' | 'filter' | 'sort'>,
): boolean => listKey(a) === listKey(b)

const listKey = ({ view, filter, sort }: Pick<InboxLocation, 'view' | 'filter' | 'sort'>) =>
  JSON.stringify([view, formatFilter(parseFilter(filter)), sort])
