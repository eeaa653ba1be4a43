import type { BulkChange, BulkInput, BulkItem } from '@parley/protocol/bulk'
import type { Conversation } from '@parley/protocol/conversation'

type Undoable = Pick<BulkInput, 'conversation_ids' | 'change'> & { seen: NonNullable<BulkInput['seen']> }

/**
 * Returns the requests that undo a bulk change, in order: changed conversations, grouped by their previous state. Refused and
 * unchanged conversations are skipped. `seen`: messages that arrived since are neither closed nor snoozed away.
 */
export function inverseChanges(
  change: BulkChange,
  before: readonly Conversation[],
  results: readonly BulkItem[],
): Undoable[] {
  const changed = new Set(results.filter(({ outcome }) => outcome === 'changed').map(({ id }) => id))
  const groups = new Map<string, Undoable>()
  for (const row of before) {
    if (!changed.has(row.id)) continue
    for (const inverse of inversesOf(change, row)) {
      const key = JSON.stringify(inverse)
      const group = groups.get(key) ?? { conversation_ids: [], change: inverse, seen: {} }
      group.conversation_ids.push(row.id)
      group.seen[row.id] = row.last_message?.created_at ?? null
      groups.set(key, group)
    }
  }
  const stepOf = ({ change: { type } }: Undoable) => steps[type] ?? 0
  return [...groups.values()].toSorted((a, b) => stepOf(a) - stepOf(b))
}

/** Moving to a team and reopening may unassign, and a closed conversation can be neither assigned nor snoozed. */
const steps: Partial<Record<BulkChange['type'], number>> = { assign: 1, snooze: 2, unsnooze: 2 }

function inversesOf(change: BulkChange, row: Conversation): BulkChange[] {
  const assign: BulkChange = { type: 'assign', agent_id: row.agent?.id ?? null }
  const agent = row.agent === null ? [] : [assign]
  const snooze: BulkChange[] = row.snooze === null ? [] : [{ type: 'snooze', until: row.snooze.until }]
  switch (change.type) {
    case 'close':
      return [{ type: 'reopen' }, ...agent, ...snooze]
    case 'team':
      // The team may have assigned it meanwhile.
      return [{ type: 'team', team_id: row.team_id }, assign]
    case 'reopen':
      return [{ type: 'close' }]
    case 'assign':
      return [assign]
    case 'label':
      return [{ type: 'unlabel', label_id: change.label_id }]
    case 'unlabel':
      return [{ type: 'label', label_id: change.label_id }]
    case 'priority':
      return [{ type: 'priority', priority: row.priority }]
    default:
      return row.snooze === null ? [{ type: 'unsnooze' }] : snooze
  }
}
