import { useCallback, useEffect, useState } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import { createStore } from '@parley/client/state/store'
import type { TimelineView } from '@parley/client/timeline/timeline-view'
import { useStore } from '../../../session/agent-session.tsx'
import type { TimelineRow } from './timeline-rows.ts'
import type { ScrollAnchor } from './use-scroll-anchor.ts'

export type JumpTo = { message: string } | { conversation: string }

interface Jumping {
  rows: readonly TimelineRow[]
  view: TimelineView
  toRow: ScrollAnchor['toRow']
  follow: CustomerFollow
}

/** As long as the animation of a message that was jumped to, in milliseconds. */
const highlightMs = 1_600

/** Goes to a message or to the beginning of a conversation, reading history until it is there. */
export function useJump({ rows, view, toRow, follow }: Jumping): {
  jump: (to: JumpTo) => void
  /** The row that was jumped to, for a moment. */
  flashed: string | null
} {
  const [goal] = useState(() => createStore<JumpTo | null>(null))
  const [flash] = useState(() => createStore<string | null>(null))
  const wanted = useStore(goal)
  const flashed = useStore(flash)
  const { more, older } = view

  useEffect(() => {
    if (wanted === null || older === 'loading') return
    const key = keyOf(rows, wanted, more)
    if (key === undefined && more && older === 'idle') {
      void follow.loadOlder()
      return
    }
    goal.set(null)
    if (key === undefined) return
    const row = toRow(key)
    if (!('message' in wanted)) return
    row?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true })
    flash.set(key)
    setTimeout(() => flash.set(null), highlightMs)
  }, [goal, flash, wanted, rows, more, older, toRow, follow])

  return { jump: useCallback((to: JumpTo) => goal.set(to), [goal]), flashed }
}

/** The row to go to; undefined while it is not among those read so far. */
function keyOf(rows: readonly TimelineRow[], wanted: JumpTo, more: boolean): string | undefined {
  if ('message' in wanted) {
    return rows.find((row) => row.kind === 'message' && row.message.id === wanted.message)?.key
  }
  const things = rows.filter((row) => row.kind === 'message' || row.kind === 'line')
  const first = things.findIndex((row) => conversationOf(row) === wanted.conversation)
  // It may begin further up as long as nothing of another conversation stands above it.
  return first > 0 || (first === 0 && !more) ? things[first]?.key : undefined
}

const conversationOf = (row: TimelineRow): string | null =>
  row.kind === 'message' ? row.message.conversation_id : row.kind === 'line' ? row.line.conversation_id : null
