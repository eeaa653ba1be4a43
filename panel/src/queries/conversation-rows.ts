import type { Conversation, InboxView } from '@parley/protocol/conversation'
import type { PageOf } from '@parley/protocol/pager'

/** The rows of a list: view, search text, label and team ('' = all) and the agent looking. */
export interface InboxFilter {
  view: InboxView
  q: string
  label: string
  team: string
  me: string
}

/** A list in TanStack Query's form: the loaded pages, latest change first. */
export interface RowPages {
  pages: PageOf<Conversation>[]
  pageParams: unknown[]
}

/** Whether a conversation belongs to a view, decided by its row alone. */
export function belongs(row: Conversation, view: InboxView, me: string): boolean {
  if (view === 'closed') return row.status === 'closed'
  if (row.status !== 'open') return false
  if (view === 'snoozed' || row.snooze !== null) return view === 'snoozed' && row.snooze !== null
  if (view === 'mine') return row.agent?.id === me
  if (view === 'unassigned') return row.agent === null
  return true
}

/** The server's order: latest change first, then the higher id. */
function newestFirst(a: Conversation, b: Conversation): number {
  if (a.updated_at !== b.updated_at) return a.updated_at < b.updated_at ? 1 : -1
  return a.id < b.id ? 1 : -1
}

export function rowsOf(list: RowPages | undefined): Conversation[] {
  return list?.pages.flatMap((page) => page.data) ?? []
}

/**
 * Applies changed conversations to a list: each row leaves, enters or moves. A row beyond the loaded pages
 * stays out, its page brings it. While searching, only rows already found are updated: the server decides
 * what matches. Returns the same object if nothing changes, so that nothing renders again.
 */
export function mergeChangedRows(
  list: RowPages,
  changed: readonly Conversation[],
  { view, q, label, team, me }: InboxFilter,
): RowPages {
  const rows = new Map(rowsOf(list).map((row) => [row.id, row]))
  const end = list.pages.at(-1)?.data.at(-1)
  const more = (list.pages.at(-1)?.pager.next ?? null) !== null
  let touched = false

  for (const row of changed) {
    const known = rows.get(row.id)
    if (known !== undefined && row.updated_at < known.updated_at) continue
    const filtered = (label !== '' && !row.label_ids.includes(label)) || (team !== '' && row.team_id !== team)
    if (!belongs(row, view, me) || filtered) {
      touched = rows.delete(row.id) || touched
      continue
    }
    const beyondTheEnd = more && (end === undefined || newestFirst(end, row) < 0)
    if (known === undefined && (q !== '' || beyondTheEnd)) continue
    rows.set(row.id, row)
    touched = true
  }
  if (!touched) return list
  return repaginate(
    list,
    [...rows.values()].sort((a, b) => newestFirst(a, b)),
  )
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
