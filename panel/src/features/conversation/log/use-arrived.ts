import { useState } from 'react'
import type { TimelineItem } from '@parley/client/timeline/timeline-view'

/** Customer messages received since the end was last visible. */
export function useArrived(items: readonly TimelineItem[], atEnd: boolean): number {
  const last = items.at(-1)?.seq ?? 0
  const [seen, setSeen] = useState(last)
  if (atEnd && seen !== last) setSeen(last)
  if (atEnd) return 0
  let count = 0
  for (const item of items.toReversed()) {
    if (item.seq <= seen) break
    if (item.kind === 'message' && item.message.sender_type === 'customer') count += 1
  }
  return count
}
