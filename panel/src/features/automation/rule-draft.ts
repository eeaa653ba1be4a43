import type { Rule, RuleAction, RuleChange, RuleInput, RuleTriggerType } from '@parley/protocol/automation'
import { maxRuleWordLength, maxRuleWords } from '@parley/protocol/automation-limits'
import { ruleTextProblem, triggersWithText, type RuleTextProblem } from '@parley/protocol/automation-text'
import { folded } from '../../i18n/folded.ts'
import { changedFields } from '../../ui/changed-fields.ts'

/** A record, so that a missing type does not compile. */
const triggers: Record<RuleTriggerType, true> = {
  conversation_opened: true,
  customer_message: true,
  agent_message: true,
  conversation_closed: true,
  conversation_reopened: true,
  label_added: true,
  snooze_over: true,
  sla_warning: true,
  sla_breach: true,
}
const isTrigger = (text: string): text is RuleTriggerType => Object.hasOwn(triggers, text)
export const triggerTypes = Object.keys(triggers).filter(isTrigger)
/** A trigger as it is when it was just chosen. */
export function newTrigger(type: RuleTriggerType): RuleInput['trigger'] {
  if (type === 'label_added') return { type, label_id: '' }
  return type === 'sla_warning' || type === 'sla_breach' ? { type, metric: null } : { type }
}
export const triggerTypeOf = (text: string): RuleTriggerType =>
  isTrigger(text) ? text : 'conversation_opened'

const actions: Record<RuleAction['type'], true> = {
  label: true,
  unlabel: true,
  team: true,
  assign: true,
  priority: true,
  reply: true,
  note: true,
  snooze: true,
  close: true,
  webhook: true,
}
const isAction = (text: string): text is RuleAction['type'] => Object.hasOwn(actions, text)
export const actionTypes = Object.keys(actions).filter(isAction)
export const actionTypeOf = (text: string): RuleAction['type'] | null => (isAction(text) ? text : null)

/** `key`: unique in the form. */
export interface DraftAction {
  key: number
  action: RuleAction
}

/** A rule in the form: texts as typed, ids that are not chosen yet as ''. */
export interface RuleDraft extends Omit<RuleInput, 'conditions' | 'actions'> {
  actions: DraftAction[]
  filter: RuleInput['conditions']['filter']
  match: 'any' | 'contains' | 'contains_not'
  words: string
  hours: 'any' | 'open' | 'closed'
}

export const emptyDraft: RuleDraft = {
  name: '',
  enabled: true,
  trigger: { type: 'conversation_opened' },
  filter: {},
  match: 'any',
  words: '',
  hours: 'any',
  actions: [],
  once: false,
  stop: false,
}

export const draftOf = ({
  name,
  enabled,
  trigger,
  conditions,
  actions: own,
  once,
  stop,
}: Rule): RuleDraft => ({
  name,
  enabled,
  trigger,
  filter: conditions.filter,
  match: conditions.text?.match ?? 'any',
  words: conditions.text?.words.join(', ') ?? '',
  hours: conditions.hours ?? 'any',
  actions: own.map((action, key) => ({ key, action })),
  once,
  stop,
})

export const hasText = ({ type }: RuleInput['trigger']): boolean => triggersWithText.includes(type)

/** Also commas of other scripts. */
export const wordsOf = (text: string): string[] =>
  [...new Set(text.split(/[,،、]/).map((word) => word.trim()))].filter((word) => word !== '')

export function inputOf(draft: RuleDraft): RuleInput {
  const { filter, match, words, hours, ...rule } = draft
  return {
    ...rule,
    name: draft.name.trim(),
    actions: draft.actions.map(({ action }) => action),
    conditions: {
      filter,
      text: match === 'any' || !hasText(draft.trigger) ? null : { match, words: wordsOf(words) },
      hours: hours === 'any' ? null : hours,
    },
  }
}

/** What was changed here since `opened`. */
export const changeOf = (opened: Rule, draft: RuleDraft): RuleChange =>
  changedFields(inputOf(draftOf(opened)), inputOf(draft))

export type WordsProblem = 'missing' | 'only_accents' | 'too_many'

export type DraftProblem =
  | { at: 'name' | 'trigger' | 'actions' }
  | { at: 'words'; problem: WordsProblem }
  | { at: 'action'; key: number; text: RuleTextProblem | null }

/** Everything that keeps the draft from being saved. */
export function draftProblems(draft: RuleDraft): DraftProblem[] {
  const problems: DraftProblem[] = []
  if (draft.name.trim() === '') problems.push({ at: 'name' })
  if (draft.trigger.type === 'label_added' && draft.trigger.label_id === '') problems.push({ at: 'trigger' })
  const { text } = inputOf(draft).conditions
  const words = text === null ? null : wordsProblem(text.words)
  if (words !== null) problems.push({ at: 'words', problem: words })
  if (draft.actions.length === 0) problems.push({ at: 'actions' })
  for (const { key, action } of draft.actions) {
    const problem = 'content' in action ? ruleTextProblem(action.content) : null
    if (!isComplete(action)) problems.push({ at: 'action', key, text: null })
    else if (problem !== null) problems.push({ at: 'action', key, text: problem })
  }
  return problems
}

function wordsProblem(words: string[]): WordsProblem | null {
  if (words.length === 0) return 'missing'
  // The service compares words as `folded` does, and refuses those.
  if (words.some((word) => folded(word).trim() === '')) return 'only_accents'
  const isTooLong = words.some((word) => word.length > maxRuleWordLength)
  return isTooLong || words.length > maxRuleWords ? 'too_many' : null
}

function isComplete(action: RuleAction): boolean {
  switch (action.type) {
    case 'assign':
      return action.agent_id !== ''
    case 'team':
      return action.team_id !== ''
    case 'label':
    case 'unlabel':
      return action.label_id !== ''
    case 'webhook':
      return action.webhook_id !== ''
    case 'reply':
    case 'note':
      return action.content.trim() !== ''
    default:
      return true
  }
}

/** An action of this type, without a value. */
export function newAction(type: RuleAction['type']): RuleAction {
  switch (type) {
    case 'assign':
      return { type, agent_id: '' }
    case 'team':
      return { type, team_id: '' }
    case 'label':
    case 'unlabel':
      return { type, label_id: '' }
    case 'priority':
      return { type, priority: 'high' }
    case 'snooze':
      return { type, minutes: 60 }
    case 'reply':
    case 'note':
      return { type, content: '' }
    case 'webhook':
      return { type, webhook_id: '' }
    default:
      return { type }
  }
}
