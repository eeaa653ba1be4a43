import type { Conversation, InboxView } from './conversation.ts'

/** `newest`: last change first. `waiting`: the customer who has waited longest first, then those who do not wait. */
export const inboxSorts = ['newest', 'waiting'] as const
export type InboxSort = (typeof inboxSorts)[number]

/** Time of rows without one: they come last. */
export const noTime = '9999-12-31T23:59:59.999+00:00'

/** The column of table `conversation` by which a list is ordered. */
export type OrderColumn = 'updated_at' | 'closed_at' | 'waiting_since'

/** Closed conversations no longer change: an index has this order. Open ones are sorted. */
export const orderColumn = (view: InboxView, sort: InboxSort): OrderColumn =>
  sort === 'waiting' ? 'waiting_since' : view === 'closed' ? 'closed_at' : 'updated_at'

/** The time by which a row is ordered. */
export const orderTime = (row: Conversation, column: OrderColumn): string =>
  column === 'updated_at' ? row.updated_at : (row[column] ?? noTime)

export const isAscending = (column: OrderColumn): boolean => column === 'waiting_since'

/** Comparator of rows in the service's order. Ids decide between equal times. */
export const inOrder =
  (column: OrderColumn) =>
  (a: Conversation, b: Conversation): number => {
    const [first, second] = isAscending(column) ? [a, b] : [b, a]
    const [one, other] = [orderTime(first, column), orderTime(second, column)]
    if (one !== other) return one < other ? -1 : 1
    return first.id < second.id ? -1 : first.id > second.id ? 1 : 0
  }
