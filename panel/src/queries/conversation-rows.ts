import type { Conversation, InboxView } from '@parley/protocol/conversation'
import {
  matchesList,
  parseFilter,
  readsAttributes,
  type FilterTexts,
} from '@parley/protocol/conversation-filter'
import { inOrder, orderColumn, type InboxSort } from '@parley/protocol/conversation-order'
import type { PageOf } from '@parley/protocol/pager'

/** The rows of a list, and the agent looking. */
export interface InboxFilter {
  view: InboxView
  q: string
  filter: FilterTexts
  sort: InboxSort
  me: string
}

/** A list in TanStack Query's form: the loaded pages, in the service's order. */
export interface RowPages {
  pages: PageOf<Conversation>[]
  pageParams: unknown[]
}

/** A row that has moved beyond the loaded pages stays in the list until its page repeats it. It is then only there. */
export function rowsOf(list: RowPages | undefined): Conversation[] {
  const rows = list?.pages.flatMap((page) => page.data) ?? []
  const last = new Map(rows.map(({ id }, index) => [id, index]))
  return last.size === rows.length ? rows : rows.filter(({ id }, index) => last.get(id) === index)
}

/**
 * Applies changed conversations to a list: each row leaves, enters or moves. A row beyond the loaded rows
 * stays out, its page brings it; once all of them have left, every row enters, because the next page may begin after it. While
 * searching, and with conditions on attributes, which rows do not have, only rows already found are updated: the server
 * decides what matches. Returns the same object if nothing changes, so that nothing renders again.
 */
export function mergeChangedRows(
  list: RowPages,
  changed: readonly Conversation[],
  { view, q, filter, sort, me }: InboxFilter,
): RowPages {
  const belongs = { view, filter: parseFilter(filter) }
  const context = { me, now: Date.now() }
  const compare = inOrder(orderColumn(view, sort))
  const rows = new Map(rowsOf(list).map((row) => [row.id, row]))
  const end = [...rows.values()].at(-1)
  const more = (list.pages.at(-1)?.pager.next ?? null) !== null
  let touched = false

  for (const row of changed) {
    const known = rows.get(row.id)
    if (known !== undefined && row.updated_at < known.updated_at) continue
    if (!matchesList(row, belongs, context)) {
      touched = rows.delete(row.id) || touched
      continue
    }
    const beyondTheEnd = more && end !== undefined && compare(end, row) < 0
    if (known === undefined && (q !== '' || readsAttributes(belongs.filter) || beyondTheEnd)) continue
    rows.set(row.id, row)
    touched = true
  }
  if (!touched) return list
  return repaginate(list, [...rows.values()].sort(compare))
}

/** Whether the server has to say if one of the rows enters the list: it satisfies what rows can be compared with. */
export function mayEnter(
  list: RowPages,
  changed: readonly Conversation[],
  { view, q, filter, me }: InboxFilter,
): boolean {
  const belongs = { view, filter: parseFilter(filter) }
  if (q !== '' || !readsAttributes(belongs.filter)) return false
  const known = new Set(rowsOf(list).map(({ id }) => id))
  const context = { me, now: Date.now() }
  return changed.some((row) => !known.has(row.id) && matchesList(row, belongs, context))
}

/** Distributes rows over the existing pages: cursors stay, the first page takes additions. */
function repaginate(list: RowPages, rows: Conversation[]): RowPages {
  const sizes = list.pages.map((page) => page.data.length)
  const grown = rows.length - sizes.reduce((sum, size) => sum + size, 0)
  let at = 0
  const pages = list.pages.map((page, index) => {
    const last = index === list.pages.length - 1
    const size = last ? rows.length - at : Math.max(0, (sizes[index] ?? 0) + (index === 0 ? grown : 0))
    const data = rows.slice(at, at + size)
    at += data.length
    return { ...page, data }
  })
  return { ...list, pages }
}
