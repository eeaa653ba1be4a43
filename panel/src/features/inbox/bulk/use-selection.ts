import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Conversation } from '@parley/protocol/conversation'

/** As many as one request accepts (maxBulk of the protocol, which would bundle TypeBox). */
const maxSelected = 200

export interface Selection {
  /** The selected rows that are still in the list. */
  rows: readonly Conversation[]
  has: (id: string) => boolean
  /** `range`: also everything between the last selected row and this one. */
  toggle: (id: string, range: boolean) => void
  selectAll: () => void
  clear: () => void
  /** After a change of `sent`: of these, only `kept` stay selected. Does nothing once another list is shown. */
  keep: (sent: readonly string[], kept: readonly string[]) => void
}

const nothing: ReadonlySet<string> = new Set()

/**
 * Selected rows of a list, by id: a row that leaves the list is no longer selected.
 *
 * @param listKey names the list
 * @param isPlaceholder `shown` are rows of another list until this one is loaded
 */
export function useSelection(
  shown: readonly Conversation[],
  listKey: string,
  isPlaceholder: boolean,
): Selection {
  const [{ list, ids }, setSelected] = useState({ list: listKey, ids: nothing })
  const anchor = useRef<string | null>(null)
  if (list !== listKey) setSelected({ list: listKey, ids: nothing })
  const still = isPlaceholder ? ids : stillShown(ids, shown)
  if (list === listKey && still.size < ids.size) setSelected({ list, ids: still })
  const order = useRef({ list: listKey, rows: shown })
  useLayoutEffect(() => {
    // A range starts neither in another list nor at a row that has left this one.
    const isGone = !isPlaceholder && !shown.some(({ id }) => id === anchor.current)
    if (order.current.list !== listKey || isGone) anchor.current = null
    order.current = { list: listKey, rows: shown }
  }, [listKey, shown, isPlaceholder])

  // Stable, so that rows do not render again.
  const toggle = useCallback((id: string, range: boolean) => {
    // Outside of the update, which may run after the anchor has moved.
    const touched = range ? between(order.current.rows, anchor.current, id) : [id]
    setSelected((before) => ({ ...before, ids: toggled(before.ids, id, touched) }))
    anchor.current = id
  }, [])

  return {
    rows: still.size === 0 ? [] : shown.filter(({ id }) => still.has(id)),
    has: (id) => still.has(id),
    toggle,
    selectAll: () => setSelected({ list, ids: new Set(shown.slice(0, maxSelected).map(({ id }) => id)) }),
    clear() {
      anchor.current = null
      setSelected({ list, ids: nothing })
    },
    keep(sent, kept) {
      const done = new Set(sent.filter((id) => !kept.includes(id)))
      const isOfThisList = order.current.list === listKey
      if (isOfThisList && anchor.current !== null && done.has(anchor.current)) anchor.current = null
      setSelected((now) =>
        now.list === listKey ? { ...now, ids: new Set([...now.ids].filter((id) => !done.has(id))) } : now,
      )
    },
  }
}

/** The ids of rows in the list. A row that comes back later must not be selected. */
function stillShown(ids: ReadonlySet<string>, rows: readonly Conversation[]): ReadonlySet<string> {
  if (ids.size === 0) return ids
  const left = new Set(rows.flatMap(({ id }) => (ids.has(id) ? id : [])))
  return left.size === ids.size ? ids : left
}

function toggled(before: ReadonlySet<string>, id: string, touched: readonly string[]): ReadonlySet<string> {
  if (before.has(id)) return new Set([...before].filter((each) => !touched.includes(each)))
  return new Set([...new Set([...before, ...touched])].slice(0, maxSelected))
}

function between(rows: readonly Conversation[], from: string | null, to: string): string[] {
  const end = rows.findIndex(({ id }) => id === to)
  const start = rows.findIndex(({ id }) => id === from)
  if (start === -1 || end === -1) return [to]
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1).map(({ id }) => id)
}
