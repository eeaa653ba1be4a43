import { useCallback, useEffect, useState } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import { createStore } from '@parley/client/state/store'
import type { TimelineView } from '@parley/client/timeline/timeline-view'
import { useStore } from '../../../session/agent-session.tsx'
import { isFieldFocused } from '../../../ui/field-focus.ts'
import type { TimelineRow } from './timeline-rows.ts'
import type { ScrollAnchor } from './use-scroll-anchor.ts'

export type JumpTo = { message: string } | { conversation: string } | { entry: number }

interface Jumping {
  rows: readonly TimelineRow[]
  view: TimelineView
  toRow: ScrollAnchor['toRow']
  follow: CustomerFollow
  /** Rows may still be added between others. */
  isLoading: boolean
}

/** Duration of the highlight animation (ms). */
const highlightMs = 1_600

/** Jumps to a message, a log position or the start of a conversation, loading history until it is found. */
export function useJump({ rows, view, toRow, follow, isLoading }: Jumping): {
  jump: (to: JumpTo) => void
  /** The highlighted row, for a moment. */
  flashed: string | null
} {
  const [goal] = useState(() => createStore<JumpTo | null>(null))
  const [flash] = useState(() => createStore<string | null>(null))
  const wanted = useStore(goal)
  const flashed = useStore(flash)
  const { more, older } = view

  useEffect(() => {
    if (wanted === null || older === 'loading') return
    const key = keyOf(rows, wanted, more, isLoading)
    if (key === undefined && isLoading) return
    if (key === undefined && more && older === 'idle') {
      void follow.loadOlder()
      return
    }
    goal.set(null)
    if (key === undefined) return
    const row = toRow(key)
    if ('conversation' in wanted) return
    // An agent who types somewhere while the row loads goes on.
    if (!isFieldFocused()) row?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true })
    flash.set(key)
    setTimeout(() => flash.set(null), highlightMs)
  }, [goal, flash, wanted, rows, more, older, toRow, follow, isLoading])

  return { jump: useCallback((to: JumpTo) => goal.set(to), [goal]), flashed }
}

/** The target row; undefined while not loaded. */
function keyOf(
  rows: readonly TimelineRow[],
  wanted: JumpTo,
  more: boolean,
  isLoading: boolean,
): string | undefined {
  if ('entry' in wanted) return keyOfEntry(rows, wanted.entry, more, isLoading)
  if ('message' in wanted) {
    return rows.find((row) => row.kind === 'message' && row.message.id === wanted.message)?.key
  }
  const things = rows.filter((row) => row.kind === 'message' || row.kind === 'line')
  const first = things.findIndex((row) => conversationOf(row) === wanted.conversation)
  // Without a row of another conversation above, its start may not be loaded yet.
  return first > 0 || (first === 0 && !more) ? things[first]?.key : undefined
}

/** The row at this position; once nothing is added any more, the last one before it. */
function keyOfEntry(
  rows: readonly TimelineRow[],
  seq: number,
  more: boolean,
  isLoading: boolean,
): string | undefined {
  const placed = rows.flatMap((row) => ('seq' in row && row.seq > 0 ? [row] : []))
  const before = placed.findLast((row) => row.seq <= seq)
  if (before === undefined) return more || isLoading ? undefined : placed[0]?.key
  return before.seq === seq || !isLoading ? before.key : undefined
}

const conversationOf = (row: TimelineRow): string | null =>
  row.kind === 'message' ? row.message.conversation_id : row.kind === 'line' ? row.line.conversation_id : null
