import type { RuleAction, RuleInput } from '@parley/protocol/automation'
import { ruleTextProblem, triggersWithText, type RuleTextProblem } from '@parley/protocol/automation-text'
import { AppError } from '../../core/app-error.ts'
import { filterOf } from '../../core/conversation-filter.ts'
import { fold } from './conditions.ts'

/** What a rule may name, within its organization. */
export interface RuleReferences {
  agentExists: (organizationId: string, agentId: string) => Promise<boolean>
  teamExists: (organizationId: string, teamId: string) => Promise<boolean>
  labelExists: (organizationId: string, labelId: string) => Promise<boolean>
  /** It exists and is not archived. */
  labelUsable: (organizationId: string, labelId: string) => Promise<boolean>
  webhookExists: (organizationId: string, webhookId: string) => Promise<boolean>
}

/**
 * Checks what the schema cannot.
 * @param kept actions that the rule has already: their labels may have been archived since
 * @throws AppError rule_invalid, invalid_request
 */
export async function checkRule(
  references: RuleReferences,
  organizationId: string,
  { trigger, conditions, actions }: RuleInput,
  kept: readonly RuleAction[] = [],
): Promise<void> {
  const keptLabels = new Set(kept.flatMap((action) => (action.type === 'label' ? [action.label_id] : [])))
  const ofAction: RuleReferences = {
    ...references,
    labelUsable: (organization, labelId) =>
      (keptLabels.has(labelId) ? references.labelExists : references.labelUsable)(organization, labelId),
  }
  if (trigger.type === 'label_added' && !(await references.labelExists(organizationId, trigger.label_id)))
    throw invalid('/body/trigger/label_id', 'The organization has no such label.')
  if (conditions.text !== null && !triggersWithText.includes(trigger.type))
    throw invalid('/body/conditions/text', 'This trigger has no message.')
  const emptyWord = conditions.text?.words.findIndex((word) => fold(word) === '') ?? -1
  if (emptyWord !== -1)
    throw invalid(
      `/body/conditions/text/words/${emptyWord}`,
      'Accents are ignored, and this word has nothing else.',
    )
  filterOf(conditions.filter, '/body/conditions/filter')
  // Nobody runs a rule.
  if (/\bme\b/.test(conditions.filter.assignee ?? ''))
    throw invalid('/body/conditions/filter/assignee', '`me` is nobody in a rule.')
  for (const [index, action] of actions.entries()) {
    const problem = (await missingReference(ofAction, organizationId, action)) ?? badVariable(action)
    if (problem !== null) throw invalid(`/body/actions/${index}`, problem)
  }
}

async function missingReference(
  references: RuleReferences,
  organizationId: string,
  action: RuleAction,
): Promise<string | null> {
  switch (action.type) {
    case 'assign':
      return action.agent_id === null || (await references.agentExists(organizationId, action.agent_id))
        ? null
        : 'The organization has no such agent.'
    case 'team':
      return action.team_id === null || (await references.teamExists(organizationId, action.team_id))
        ? null
        : 'The organization has no such team.'
    case 'label':
      return (await references.labelUsable(organizationId, action.label_id))
        ? null
        : 'The organization has no such label, or it is archived.'
    case 'unlabel':
      return (await references.labelExists(organizationId, action.label_id))
        ? null
        : 'The organization has no such label.'
    case 'webhook':
      return (await references.webhookExists(organizationId, action.webhook_id))
        ? null
        : 'The organization has no such webhook.'
    default:
      return null
  }
}

function badVariable(action: RuleAction): string | null {
  if (action.type !== 'reply' && action.type !== 'note') return null
  const found = ruleTextProblem(action.content)
  return found && `The variable ${found.variable} ${reasons[found.problem]}.`
}

const reasons: Record<RuleTextProblem['problem'], string> = {
  unknown: 'does not exist',
  unavailable: 'is not available in rules',
  bare: 'needs a fallback, as in {{customer.first_name|there}}',
}

const invalid = (pointer: string, detail: string) => new AppError('rule_invalid', { pointer, detail })
