import type { RuleAction } from '@parley/protocol/automation'
import {
  goneConditions,
  isGone,
  type GoneCondition,
  type NamedKind,
  type NamedLists,
  type Reference,
} from '../../ui/references.ts'
import type { RuleDraft } from './rule-draft.ts'

/** Where a rule refers to something that does not exist any more. */
export type GoneInRule =
  | { at: 'trigger'; kind: NamedKind }
  | ({ at: 'condition' } & GoneCondition)
  | { at: 'action'; key: number; kind: NamedKind }

export function goneInRule(
  lists: NamedLists,
  { trigger, filter, actions }: Pick<RuleDraft, 'trigger' | 'filter' | 'actions'>,
): GoneInRule[] {
  const found: GoneInRule[] = []
  if (trigger.type === 'label_added' && isGone(lists, { kind: 'label', id: trigger.label_id }))
    found.push({ at: 'trigger', kind: 'label' })
  for (const condition of goneConditions(lists, filter)) found.push({ at: 'condition', ...condition })
  for (const { key, action } of actions) {
    const reference = referenceOf(action)
    if (reference !== null && isGone(lists, reference))
      found.push({ at: 'action', key, kind: reference.kind })
  }
  return found
}

/** A label that is removed may be archived. */
function referenceOf(action: RuleAction): Reference | null {
  switch (action.type) {
    case 'assign':
      return action.agent_id === null ? null : { kind: 'agent', id: action.agent_id }
    case 'team':
      return action.team_id === null ? null : { kind: 'team', id: action.team_id }
    case 'label':
      return { kind: 'label', id: action.label_id }
    case 'webhook':
      return { kind: 'webhook', id: action.webhook_id }
    default:
      return null
  }
}
