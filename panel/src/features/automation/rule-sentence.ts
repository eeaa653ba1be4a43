import { useQuery } from '@tanstack/react-query'
import type { Rule, RuleAction } from '@parley/protocol/automation'
import { filterFieldNames } from '@parley/protocol/conversation-filter'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { labelsQuery } from '../../queries/label-queries.ts'
import { agentsQuery, webhooksQuery } from '../../queries/organization-queries.ts'
import { teamsQuery } from '../../queries/team-queries.ts'
import { unitText } from '../../time/unit-text.ts'
import { useConditionText, useFilterOptions } from '../inbox/filter/filter-options.ts'

/** What rules name, by id. */
export function useRuleNames() {
  const { organization } = useMembership()
  const { data: agents = [] } = useQuery(agentsQuery(organization.id))
  const { data: teams = [] } = useQuery(teamsQuery(organization.id))
  const { data: labels = [] } = useQuery(labelsQuery(organization.id))
  const { data: webhooks = [] } = useQuery(webhooksQuery(organization.id))
  return { agents, teams, labels, webhooks }
}

/** Actions and whole rules as text. */
export function useRuleSentence() {
  const { automation: texts, inbox, sla } = useTexts()
  const locale = useLocale()
  const { organization } = useMembership()
  const names = useRuleNames()
  const conditionText = useConditionText(useFilterOptions(organization.id))

  const nameOf = (list: readonly { id: string; name: string | null; url?: string }[], id: string): string => {
    const found = list.find((each) => each.id === id)
    return found === undefined ? texts.gone : (found.name ?? found.url ?? '')
  }

  function valueOf(action: RuleAction): string | null {
    switch (action.type) {
      case 'assign':
        return action.agent_id === null ? texts.unassign : nameOf(names.agents, action.agent_id)
      case 'team':
        return action.team_id === null ? inbox.teams.none : nameOf(names.teams, action.team_id)
      case 'label':
      case 'unlabel':
        return nameOf(names.labels, action.label_id)
      case 'priority':
        return action.priority === null ? inbox.triage.noPriority : inbox.triage.priorities[action.priority]
      case 'snooze':
        return action.minutes === null ? inbox.triage.presets.reply : unitText(action.minutes, locale)
      case 'webhook':
        return nameOf(names.webhooks, action.webhook_id)
      default:
        return null
    }
  }

  const actionText = (action: RuleAction): string => {
    const value = valueOf(action)
    return value === null ? texts.actions[action.type] : `${texts.actions[action.type]} (${value})`
  }

  function whenText(trigger: Rule['trigger']): string {
    if (trigger.type === 'label_added') return texts.labelAdded(nameOf(names.labels, trigger.label_id))
    if ('metric' in trigger && trigger.metric !== null)
      return texts.triggers[trigger.type].replace('(SLA)', texts.slaOf(sla.metrics[trigger.metric]))
    return texts.triggers[trigger.type]
  }

  function sentence({
    trigger,
    conditions,
    actions,
  }: Pick<Rule, 'trigger' | 'conditions' | 'actions'>): string {
    const when = whenText(trigger)
    const { filter, text, hours } = conditions
    const all = new Intl.ListFormat(locale, { type: 'conjunction' })
    const any = new Intl.ListFormat(locale, { type: 'disjunction' })
    const ifs = filterFieldNames.flatMap((field) =>
      filter[field] === undefined ? [] : [conditionText(field, filter[field])],
    )
    if (text !== null) {
      const words = any.format(text.words.map((word) => `“${word}”`))
      ifs.push(text.match === 'contains' ? texts.contains(words) : texts.containsNot(words))
    }
    if (hours !== null) ifs.push(texts.hoursChoices[hours])
    return texts.sentence(when, all.format(ifs), all.format(actions.map(actionText)))
  }

  return { actionText, conditionText, sentence }
}
