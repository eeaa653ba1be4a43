import { Checkbox, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SlaConditions } from '@parley/protocol/sla'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { channelsQuery } from '../../queries/channel-queries.ts'
import { labelsQuery, labelsToOffer } from '../../queries/label-queries.ts'
import { providersQuery } from '../../queries/organization-queries.ts'
import { teamsQuery } from '../../queries/team-queries.ts'
import { GoneProblem } from '../../ui/gone-marks.tsx'
import { priorityOrder } from '../../ui/priority-mark.tsx'
import type { GoneCondition } from '../../ui/references.ts'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { conditionFields, readCondition, withCondition, type ConditionField } from './policy-form.ts'
import classes from './sla.module.css'

interface Option {
  value: string
  label: string
}

/** The values of each field with their names. */
export function useConditionOptions(): Record<ConditionField, Option[]> {
  const { inbox } = useTexts()
  const { organization } = useMembership()
  const { data: labels = [] } = useQuery(labelsQuery(organization.id))
  const { data: providers = [] } = useQuery(providersQuery(organization.id))
  const { data: channels = [] } = useQuery(channelsQuery(organization.id))
  const { data: teams = [] } = useQuery(teamsQuery(organization.id))
  const named = (each: { id: string; name: string }) => ({ value: each.id, label: each.name })
  return {
    priority: [
      ...priorityOrder.map((value) => ({ value, label: inbox.triage.priorities[value] })),
      { value: 'none', label: inbox.filter.noPriority },
    ],
    team: teams.length > 0 ? [...teams.map(named), { value: 'none', label: inbox.teams.none }] : [],
    label: [
      ...labelsToOffer(
        labels,
        labels.map(({ id }) => id),
      ).map(named),
      ...(labels.length > 0 ? [{ value: 'none', label: inbox.filter.noLabel }] : []),
    ],
    provider: [...providers, ...channels].map(named),
  }
}

/** A condition as text: "High, Urgent", "not: Sales". */
export function useConditionText(options: Record<ConditionField, Option[]>) {
  const texts = useTexts().inbox.filter
  const locale = useLocale()
  const list = new Intl.ListFormat(locale, { style: 'short', type: 'unit' })
  return (field: ConditionField, text: string): string => {
    const { values, negated } = readCondition(field, text)
    const names = list.format(
      values.map(
        (value) =>
          options[field].find((option) => option.value === value)?.label ?? unlistedName(value, texts),
      ),
    )
    return negated ? texts.not(names) : names
  }
}

/** Conditions of a policy: one part to open for each field. */
export function ConditionFields(props: {
  conditions: SlaConditions
  gone: readonly GoneCondition[]
  onChange: (conditions: SlaConditions) => void
}) {
  const { conditions, onChange } = props
  const t = useTexts()
  const texts = t.inbox.filter
  const options = useConditionOptions()
  const textOf = useConditionText(options)
  // Also those that were unticked since: the focus is on them.
  const [opened] = useState(conditions)
  return (
    <div>
      {conditionFields.map((field) => {
        const text = conditions[field]
        const { values, negated } = readCondition(field, text)
        const gone = props.gone.find((each) => each.field === field)?.kind
        const offered = withUnknown(options[field], readCondition(field, opened[field]).values, texts)
        const apply = (next: { values: string[]; negated: boolean }) =>
          onChange(withCondition(conditions, field, next))
        return (
          <details key={field} className={classes.condition}>
            <summary className={classes.summary} data-invalid={gone !== undefined || undefined}>
              <IconChevronDown className={classes.chevron} size={16} stroke={1.75} aria-hidden="true" />
              <span>{texts.fields[field]}</span>
              <bdi className={classes.value}>
                {text === undefined ? t.sla.settings.any : textOf(field, text)}
              </bdi>
              {gone && (
                <span className={classes.gone}>
                  <GoneProblem kind={gone} />
                </span>
              )}
            </summary>
            {offered.length === 0 ? (
              <Text size="sm" c="dimmed">
                {texts.nothingOffered}
              </Text>
            ) : (
              <div className={classes.options}>
                {values.length > 0 && (
                  <SegmentedControl
                    size="xs"
                    aria-label={texts.fields[field]}
                    value={negated ? 'not' : 'is'}
                    onChange={(next) => apply({ values, negated: next === 'not' })}
                    data={[
                      { value: 'is', label: texts.is },
                      { value: 'not', label: texts.isNot },
                    ]}
                  />
                )}
                <Checkbox.Group
                  aria-label={texts.fields[field]}
                  value={values}
                  onChange={(chosen) => apply({ values: chosen.slice(0, maxValues), negated })}
                >
                  <div className={classes.values}>
                    {offered.map(({ value, label }) => (
                      <Checkbox key={value} value={value} label={<bdi>{label}</bdi>} />
                    ))}
                  </div>
                </Checkbox.Group>
              </div>
            )}
          </details>
        )
      })}
    </div>
  )
}

/** The options, with chosen values that no longer exist, so that these can be removed. */
const withUnknown = (
  options: Option[],
  chosen: readonly string[],
  texts: { none: string; unknown: string },
): Option[] => [
  ...options,
  ...chosen
    .filter((value) => options.every((option) => option.value !== value))
    .map((value) => ({ value, label: unlistedName(value, texts) })),
]

/** Without teams or labels, `none` is not offered. */
const unlistedName = (value: string, texts: { none: string; unknown: string }): string =>
  value === 'none' ? texts.none : texts.unknown

/** maxFilterValues of the protocol. */
const maxValues = 20
