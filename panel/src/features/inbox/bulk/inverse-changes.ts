import type { BulkChange, BulkInput, BulkItem } from '@parley/protocol/bulk'
import type { Conversation } from '@parley/protocol/conversation'

/**
 * Returns the requests that undo a bulk change: changed conversations, grouped by their previous state. Refused and unchanged
 * conversations are skipped.
 */
export function inverseChanges(
  change: BulkChange,
  before: readonly Conversation[],
  results: readonly BulkItem[],
): BulkInput[] {
  const changed = new Set(results.filter(({ outcome }) => outcome === 'changed').map(({ id }) => id))
  const groups = new Map<string, BulkInput>()
  for (const row of before) {
    if (!changed.has(row.id)) continue
    const inverse = inverseOf(change, row)
    const key = JSON.stringify(inverse)
    const group = groups.get(key) ?? { conversation_ids: [], change: inverse }
    group.conversation_ids.push(row.id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function inverseOf(change: BulkChange, row: Conversation): BulkChange {
  switch (change.type) {
    case 'close':
      return { type: 'reopen' }
    case 'reopen':
      return { type: 'close' }
    case 'assign':
      return { type: 'assign', agent_id: row.agent?.id ?? null }
    case 'label':
      return { type: 'unlabel', label_id: change.label_id }
    case 'unlabel':
      return { type: 'label', label_id: change.label_id }
    case 'priority':
      return { type: 'priority', priority: row.priority }
    default:
      return row.snooze === null ? { type: 'unsnooze' } : { type: 'snooze', until: row.snooze.until }
  }
}
