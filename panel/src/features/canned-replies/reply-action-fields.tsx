import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { ReplyAction } from '@parley/protocol/canned-reply'
import { plannedActions } from '@parley/protocol/reply-actions'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { labelsQuery, labelsToOffer } from '../../queries/label-queries.ts'
import { teamsQuery } from '../../queries/team-queries.ts'
import { snoozeMinutes, unitText } from '../../time/unit-text.ts'
import { GoneProblem } from '../../ui/gone-marks.tsx'
import { LabelChip } from '../../ui/label-chip.tsx'
import type { NamedKind } from '../../ui/references.ts'
import classes from './reply-action-fields.module.css'

/** Of at most ten actions, the others are of different types. */
const maxLabels = 6

/** What happens after a reply was sent. */
export function ReplyActionFields(props: {
  actions: readonly ReplyAction[]
  gone: readonly NamedKind[]
  onChange: (actions: ReplyAction[]) => void
}) {
  const { actions, gone } = props
  const { automation, inbox, sharing } = useTexts()
  const texts = inbox.replies
  const locale = useLocale()
  const { organization } = useMembership()
  const { data: labels = [] } = useQuery(labelsQuery(organization.id))
  const { data: teams = [] } = useQuery(teamsQuery(organization.id))

  const labelIds = actions.flatMap((action) => (action.type === 'label' ? [action.label_id] : []))
  const team = actions.find((action) => action.type === 'team')
  const snooze = actions.find((action) => action.type === 'snooze')
  const closes = actions.some(({ type }) => type === 'close')
  /** Replaces the actions of a type. */
  const put = (type: ReplyAction['type'], next: ReplyAction[]) =>
    props.onChange(plannedActions([...actions.filter((action) => action.type !== type), ...next]))
  const chosen = labelIds.flatMap((id) => labels.find((label) => label.id === id) ?? [])
  const putLabels = (ids: readonly string[]) =>
    put(
      'label',
      ids.map((id) => ({ type: 'label', label_id: id })),
    )
  const labelSelect = useRef<HTMLSelectElement>(null)
  const removeLabel = (labelId: string) => {
    // The focused button disappears. The select may be disabled until the list has room again.
    flushSync(() => putLabels(labelIds.filter((id) => id !== labelId)))
    labelSelect.current?.focus()
  }
  const box = (type: 'assign_to_me' | 'close') => (
    <Checkbox
      label={texts.actions[type]}
      checked={actions.some((action) => action.type === type)}
      onChange={(event) => put(type, event.currentTarget.checked ? [{ type }] : [])}
    />
  )
  const snoozed = snooze === undefined ? 'no' : snooze.minutes === null ? 'reply' : String(snooze.minutes)

  return (
    <fieldset className={classes.part}>
      <legend>{texts.page.actions}</legend>
      <Stack gap="sm" mt="xs">
        {box('assign_to_me')}
        {box('close')}
        {labels.length > 0 && (
          <div>
            <ul className={classes.labels}>
              {chosen.map((label) => (
                <li key={label.id}>
                  <LabelChip
                    label={label}
                    remove={{
                      label: texts.removeAction(sharing.actions.label(label.name)),
                      onClick: () => removeLabel(label.id),
                    }}
                  />
                </li>
              ))}
            </ul>
            <NativeSelect
              ref={labelSelect}
              label={sharing.fields.labels}
              value=""
              disabled={labelIds.length >= maxLabels}
              error={gone.includes('label') && <GoneProblem kind="label" />}
              onChange={({ currentTarget: { value } }) =>
                putLabels(value === '' ? labelIds : [...labelIds, value])
              }
              data={[
                { value: '', label: automation.choose },
                ...labelsToOffer(labels, [])
                  .filter(({ id }) => !labelIds.includes(id))
                  .map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </div>
        )}
        {(teams.length > 0 || team !== undefined) && (
          <NativeSelect
            label={sharing.fields.team}
            value={team?.team_id ?? ''}
            error={gone.includes('team') && <GoneProblem kind="team" />}
            onChange={({ currentTarget: { value } }) =>
              put('team', value === '' ? [] : [{ type: 'team', team_id: value }])
            }
            data={[
              { value: '', label: sharing.fields.noTeam },
              ...(team !== undefined && gone.includes('team')
                ? [{ value: team.team_id, label: automation.gone, disabled: true }]
                : []),
              ...teams.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <NativeSelect
          label={sharing.fields.snooze}
          description={closes ? sharing.fields.closeEndsSnooze : undefined}
          disabled={closes}
          value={snoozed}
          onChange={({ currentTarget: { value } }) =>
            put(
              'snooze',
              value === 'no' ? [] : [{ type: 'snooze', minutes: value === 'reply' ? null : Number(value) }],
            )
          }
          data={[
            { value: 'no', label: sharing.fields.noSnooze },
            ...snoozeMinutes(snooze?.minutes ?? null).map((minutes) => ({
              value: String(minutes),
              label: unitText(minutes, locale),
            })),
            { value: 'reply', label: inbox.triage.presets.reply },
          ]}
        />
      </Stack>
    </fieldset>
  )
}
