import { useQuery } from '@tanstack/react-query'
import { attributeOf } from '@parley/protocol/attribute-filter'
import {
  filterField,
  parseCondition,
  type FilterCondition,
  type FilterField,
} from '@parley/protocol/conversation-filter'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { channelNamesQuery } from '../../../queries/channel-queries.ts'
import { labelsQuery, labelsToOffer } from '../../../queries/label-queries.ts'
import { agentsQuery, providersQuery } from '../../../queries/organization-queries.ts'
import { teamsQuery } from '../../../queries/team-queries.ts'
import { exactTime } from '../../../time/times.ts'
import { priorityOrder } from '../../../ui/priority-mark.tsx'
import { agentOptions, type FilterOption } from './filter-choices.ts'

export type FilterOptions = Record<FilterField, FilterOption[]>

/** Not in the menu: the inbox views are the status and snoozes. */
const inViews: ReadonlySet<FilterField> = new Set(['status', 'snoozed'])
export const isOffered = (field: FilterField): boolean => !inViews.has(field)

const periods = ['1h', '4h', '1d', '7d', '30d', '90d']

/** The values of each field with their names. */
export function useFilterOptions(organizationId: string): FilterOptions {
  const { inbox } = useTexts()
  const texts = inbox.filter
  const locale = useLocale()
  const { agent_id: me } = useMembership()
  const { data: labels = [] } = useQuery(labelsQuery(organizationId))
  const { data: agents = [] } = useQuery(agentsQuery(organizationId))
  const { data: providers = [] } = useQuery(providersQuery(organizationId))
  const { data: channels = [] } = useQuery(channelNamesQuery(organizationId))
  const { data: teams = [] } = useQuery(teamsQuery(organizationId))
  const named = (each: { id: string; name: string }) => ({ value: each.id, label: each.name })
  const yesOrNo = [
    { value: 'yes', label: texts.yes },
    { value: 'no', label: texts.no },
  ]
  const people = agentOptions(agents, { me, meLabel: texts.me, locale })
  const times = periods.map((value) => ({ value, label: periodText(value, locale) }))
  return {
    status: [
      { value: 'open', label: inbox.views.open },
      { value: 'closed', label: inbox.views.closed },
    ],
    snoozed: yesOrNo,
    assignee: [...people.own, { value: 'none', label: texts.noAgent }, ...people.others],
    team: teams.length > 0 ? [{ value: 'none', label: inbox.teams.none }, ...teams.map(named)] : [],
    label: [
      ...labelsToOffer(
        labels,
        labels.map(({ id }) => id),
      ).map(named),
      ...(labels.length > 0 ? [{ value: 'none', label: texts.noLabel }] : []),
    ],
    priority: [
      ...priorityOrder.map((value) => ({ value, label: inbox.triage.priorities[value] })),
      { value: 'none', label: texts.noPriority },
    ],
    provider: [...providers, ...channels].map(named),
    waiting: yesOrNo,
    unread: yesOrNo,
    started: times,
    activity: times,
    // Typed, not chosen: names and values are the organization's.
    confirmed: [],
    stated: [],
  }
}

/** `plan:pro` as "plan = pro". */
export function attributeText(value: string): string | undefined {
  const condition = attributeOf(value)
  return condition === null ? undefined : `${condition.name} = ${condition.text}`
}

/** `7d` as "7 days". */
function periodText(value: string, locale: string): string {
  const unit = value.endsWith('h') ? 'hour' : 'day'
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Number(value.slice(0, -1)),
  )
}

/** A condition as a sentence: "Priority: High, Urgent". */
export function useConditionText(options: FilterOptions): (field: FilterField, text: string) => string {
  const texts = useTexts().inbox.filter
  const locale = useLocale()
  const list = new Intl.ListFormat(locale, { style: 'short', type: 'unit' })

  function valuesText(field: FilterField, { is = [], is_not: isNot = [] }: FilterCondition): string {
    const values = isNot.length > 0 ? isNot : is
    if (filterField(field).kind === 'time') {
      const [value = ''] = values
      if (value.endsWith('Z')) return (isNot.length > 0 ? texts.until : texts.since)(exactTime(value, locale))
      return (isNot.length > 0 ? texts.longer : texts.lasting)(periodText(value, locale))
    }
    const nameOf = (value: string) =>
      (filterField(field).kind === 'attribute' ? attributeText(value) : undefined) ??
      options[field].find((option) => option.value === value)?.label ??
      (value === 'none' ? texts.none : texts.unknown)
    const names = list.format(values.map(nameOf))
    return isNot.length > 0 ? texts.not(names) : names
  }
  return (field, text) => {
    const condition = parseCondition(field, text)
    return `${texts.fields[field]}: ${condition === null ? texts.unknown : valuesText(field, condition)}`
  }
}
