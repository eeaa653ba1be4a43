import type { SystemLine, TimelineItem } from '@parley/client/timeline/timeline-view'

/**
 * Merges system lines into the timeline. History pages contain messages only; the client inserts a
 * placeholder "started" line between conversations, which the real one replaces. Lines above the oldest
 * loaded message wait for its page.
 */
export function withHistoryLines(
  items: readonly TimelineItem[],
  lines: readonly SystemLine[],
  more: boolean,
): readonly TimelineItem[] {
  if (lines.length === 0) return items
  const known = new Set(items.map(({ key }) => key))
  const top = more ? (items.find((item) => item.kind === 'message')?.seq ?? Infinity) : 0
  const fresh = lines.filter(({ key, seq }) => seq > top && !known.has(key))
  const started = new Set(
    lines.flatMap(({ event, conversation_id }) => (event === 'started' ? [conversation_id] : [])),
  )
  const isMadeUp = (item: TimelineItem) =>
    item.kind === 'line' && item.key.startsWith('started-') && started.has(item.conversation_id)
  return [...items.filter((item) => !isMadeUp(item)), ...fresh].toSorted((a, b) => a.seq - b.seq)
}
