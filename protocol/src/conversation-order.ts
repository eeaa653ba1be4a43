import type { Conversation, InboxView } from './conversation.ts'

/**
 * `newest`: last change first. `waiting`: the customer who has waited longest first, then those who do not wait. `due`: the
 * first SLA deadline first, then those without one.
 */
export const inboxSorts = ['newest', 'waiting', 'due'] as const
export type InboxSort = (typeof inboxSorts)[number]

/** Time of rows without one: they come last. */
export const noTime = '9999-12-31T23:59:59.999+00:00'

/** The column of table `conversation` by which a list is ordered, or `due_at` of its SLA. */
export type OrderColumn = 'updated_at' | 'closed_at' | 'waiting_since' | 'due_at'

/** Closed conversations no longer change: an index has this order. They have no deadlines. Open ones are sorted. */
export function orderColumn(view: InboxView, sort: InboxSort): OrderColumn {
  if (sort === 'waiting') return 'waiting_since'
  if (view === 'closed') return 'closed_at'
  return sort === 'due' ? 'due_at' : 'updated_at'
}

/** The time by which a row is ordered. */
export const orderTime = (row: Conversation, column: OrderColumn): string =>
  column === 'updated_at' ? row.updated_at : ((column === 'due_at' ? row.sla?.due_at : row[column]) ?? noTime)

export const isAscending = (column: OrderColumn): boolean => column === 'waiting_since' || column === 'due_at'

/** Comparator of rows in the service's order. Ids decide between equal times. */
export const inOrder =
  (column: OrderColumn) =>
  (a: Conversation, b: Conversation): number => {
    const [first, second] = isAscending(column) ? [a, b] : [b, a]
    const [one, other] = [orderTime(first, column), orderTime(second, column)]
    if (one !== other) return one < other ? -1 : 1
    return first.id < second.id ? -1 : first.id > second.id ? 1 : 0
  }
