import type { Conversation, InboxView } from './conversation.ts'

/**
 * `newest`: last change first. `waiting`: the customer who has waited longest first, then those who do not wait. `due`: the
 * first SLA deadline first, then those without one.
 */
export const inboxSorts = ['newest', 'waiting', 'due'] as const
export type InboxSort = (typeof inboxSorts)[number]

/** Orders of the API. `created`: the oldest first, which no change of a conversation moves, so that pages miss none. */
export const listSorts = [...inboxSorts, 'created'] as const
export type ListSort = (typeof listSorts)[number]

/** Time of rows without one: they come last. */
export const noTime = '9999-12-31T23:59:59.999+00:00'

/** The column of table `conversation` by which a list is ordered, or `due_at` of its SLA. */
export type OrderColumn = 'updated_at' | 'closed_at' | 'waiting_since' | 'due_at'

/** Closed conversations no longer change: an index has this order. They have no deadlines. Open ones are sorted. */
export function orderColumn(view: InboxView | null, sort: InboxSort): OrderColumn {
  if (sort === 'waiting') return 'waiting_since'
  if (view === 'closed') return 'closed_at'
  return sort === 'due' ? 'due_at' : 'updated_at'
}

/** The time by which a row is ordered. */
export const orderTime = (row: Conversation, column: OrderColumn): string =>
  column === 'updated_at' ? row.updated_at : ((column === 'due_at' ? row.sla?.due_at : row[column]) ?? noTime)

/** The column by which a list of the API is ordered. `view` null: all conversations. */
export const listColumn = (view: InboxView | null, sort: ListSort): OrderColumn | 'created_at' =>
  sort === 'created' ? 'created_at' : orderColumn(view, sort)

export const isAscending = (column: OrderColumn | 'created_at'): boolean =>
  column === 'waiting_since' || column === 'due_at' || column === 'created_at'

/** Comparator of rows in the service's order. Ids decide between equal times. */
export const inOrder =
  (column: OrderColumn) =>
  (a: Conversation, b: Conversation): number => {
    const [first, second] = isAscending(column) ? [a, b] : [b, a]
    const [one, other] = [orderTime(first, column), orderTime(second, column)]
    if (one !== other) return one < other ? -1 : 1
    return first.id < second.id ? -1 : first.id > second.id ? 1 : 0
  }
