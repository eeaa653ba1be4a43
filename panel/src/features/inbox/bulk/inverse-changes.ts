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
    for (const inverse of inversesOf(change, row)) {
      const key = JSON.stringify(inverse)
      const group = groups.get(key) ?? { conversation_ids: [], change: inverse }
      group.conversation_ids.push(row.id)
      groups.set(key, group)
    }
  }
  // Moving to a team may unassign: agents return after all teams have.
  const isTeam = ({ change: { type } }: BulkInput) => Number(type === 'team')
  return [...groups.values()].toSorted((a, b) => isTeam(b) - isTeam(a))
}

/** A conversation that moved to another team may have lost its agent. */
function inversesOf(change: BulkChange, row: Conversation): BulkChange[] {
  if (change.type !== 'team') return [inverseOf(change, row)]
  const back: BulkChange = { type: 'team', team_id: row.team_id }
  return row.agent === null ? [back] : [back, { type: 'assign', agent_id: row.agent.id }]
}

function inverseOf(change: Exclude<BulkChange, { type: 'team' }>, row: Conversation): BulkChange {
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
