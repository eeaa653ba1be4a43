import { ActionIcon, NativeSelect, Textarea } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { RuleAction } from '@parley/protocol/automation'
import type { RuleTextProblem } from '@parley/protocol/automation-text'
import { maxMessageLength } from '@parley/client/connection/wire-values'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import type { Messages } from '../../messages/en.ts'
import { labelsToOffer } from '../../queries/label-queries.ts'
import { snoozeMinutes, unitText } from '../../time/unit-text.ts'
import { GoneProblem } from '../../ui/gone-marks.tsx'
import { priorityOrder } from '../../ui/priority-mark.tsx'
import classes from './automation.module.css'
import { actionTypeOf, actionTypes, newAction, type DraftAction, type DraftProblem } from './rule-draft.ts'
import type { GoneInRule } from './rule-references.ts'
import { useRuleNames } from './rule-sentence.ts'

const maxActions = 10

/** The actions of a rule, in order. */
export function RuleActionFields(props: {
  actions: DraftAction[]
  problems: readonly DraftProblem[]
  gone: readonly Extract<GoneInRule, { at: 'action' }>[]
  onChange: (actions: DraftAction[]) => void
}) {
  const { actions, problems, gone, onChange } = props
  const texts = useTexts().automation
  function errorOf({ key, action }: DraftAction): ReactNode {
    const problem = problems.find((each) => each.at === 'action' && each.key === key)
    if (problem?.at === 'action') return problemOf(texts, action, problem.text)
    const kind = gone.find((each) => each.key === key)?.kind
    return kind && <GoneProblem kind={kind} />
  }
  const addSelect = useRef<HTMLSelectElement>(null)
  function remove(index: number) {
    // The focused button disappears. The select may be hidden until the list has room again.
    flushSync(() => onChange(actions.toSpliced(index, 1)))
    addSelect.current?.focus({ preventScroll: true })
  }
  return (
    <fieldset className={classes.part}>
      <legend>{texts.actionsTitle}</legend>
      {actions.map(({ key, action }, index) => (
        <div key={key} className={classes.action}>
          <div className={classes.value}>
            <ActionValue
              action={action}
              error={errorOf({ key, action })}
              onChange={(changed) => onChange(actions.with(index, { key, action: changed }))}
            />
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={texts.removeAction(texts.actions[action.type])}
            onClick={() => remove(index)}
          >
            <IconX size={18} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      {actions.length < maxActions && (
        <NativeSelect
          ref={addSelect}
          label={texts.addAction}
          value=""
          error={problems.some(({ at }) => at === 'actions') ? texts.actionMissing : null}
          onChange={({ currentTarget: { value } }) => {
            const type = actionTypeOf(value)
            if (type !== null)
              onChange([...actions, { key: (actions.at(-1)?.key ?? 0) + 1, action: newAction(type) }])
          }}
          data={[
            { value: '', label: texts.choose },
            ...actionTypes.map((value) => ({ value, label: texts.actions[value] })),
          ]}
        />
      )}
    </fieldset>
  )
}

function problemOf(
  texts: Messages['automation'],
  action: RuleAction,
  problem: RuleTextProblem | null,
): string {
  if (problem === null) return 'content' in action ? texts.textMissing : texts.actionMissing
  const { unknown, unavailable, bare } = {
    unknown: texts.variableUnknown,
    unavailable: texts.variableUnavailable,
    bare: texts.variableBare,
  }
  return { unknown, unavailable, bare }[problem.problem](problem.variable)
}

/** '' stands for a value that is not chosen, `none` for null. */
function ActionValue(props: {
  action: RuleAction
  error: ReactNode
  onChange: (action: RuleAction) => void
}) {
  const { action, error, onChange } = props
  const texts = useTexts().automation
  if (action.type === 'close') return <p className={classes.plain}>{texts.actions.close}</p>
  if (action.type === 'reply' || action.type === 'note')
    return (
      <Textarea
        label={texts.actions[action.type]}
        description={action.type === 'reply' ? texts.replyHint : texts.noteHint}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxMessageLength}
        dir={action.content === '' ? undefined : 'auto'}
        value={action.content}
        error={error}
        onChange={(event) => onChange({ ...action, content: event.currentTarget.value })}
      />
    )
  return <ChoiceValue action={action} error={error} onChange={onChange} />
}

type Choice = Exclude<RuleAction, { type: 'close' | 'reply' | 'note' }>

function ChoiceValue(props: { action: Choice; error: ReactNode; onChange: (action: Choice) => void }) {
  const { action } = props
  const { automation: texts, inbox } = useTexts()
  const locale = useLocale()
  const { agents, teams, labels, webhooks } = useRuleNames()
  const named = (each: { id: string; name: string }) => ({ value: each.id, label: each.name })

  function choices(): { value: string; label: string }[] {
    switch (action.type) {
      case 'assign':
        return [...agents.map(named), { value: 'none', label: texts.unassign }]
      case 'team':
        return [...teams.map(named), { value: 'none', label: inbox.teams.none }]
      case 'label':
      case 'unlabel':
        return labelsToOffer(labels, [action.label_id]).map(named)
      case 'priority':
        return [
          ...priorityOrder.map((value) => ({ value, label: inbox.triage.priorities[value] })),
          { value: 'none', label: inbox.triage.noPriority },
        ]
      case 'snooze':
        return snoozeMinutes(action.minutes)
          .map((minutes) => ({ value: String(minutes), label: unitText(minutes, locale) }))
          .concat({ value: 'none', label: inbox.triage.presets.reply })
      default:
        return webhooks.map(({ id, name, url }) => ({ value: id, label: name ?? url }))
    }
  }
  const value = valueOf(action)
  const offered = choices()
  const isKnown = offered.some((each) => each.value === value)
  return (
    <NativeSelect
      label={texts.actions[action.type]}
      value={value}
      error={props.error}
      onChange={(event) => props.onChange(withValue(action, event.currentTarget.value))}
      data={[
        ...(isKnown
          ? []
          : [{ value, label: value === '' ? texts.choose : texts.gone, disabled: value !== '' }]),
        ...offered,
      ]}
    />
  )
}

function valueOf(action: Choice): string {
  switch (action.type) {
    case 'assign':
      return action.agent_id ?? 'none'
    case 'team':
      return action.team_id ?? 'none'
    case 'label':
    case 'unlabel':
      return action.label_id
    case 'priority':
      return action.priority ?? 'none'
    case 'snooze':
      return action.minutes === null ? 'none' : String(action.minutes)
    default:
      return action.webhook_id
  }
}

function withValue(action: Choice, value: string): Choice {
  const chosen = value === 'none' ? null : value
  switch (action.type) {
    case 'assign':
      return { ...action, agent_id: chosen }
    case 'team':
      return { ...action, team_id: chosen }
    case 'label':
    case 'unlabel':
      return { ...action, label_id: value }
    case 'priority':
      return { ...action, priority: priorityOrder.find((each) => each === chosen) ?? null }
    case 'snooze':
      return { ...action, minutes: chosen === null ? null : Number(chosen) }
    default:
      return { ...action, webhook_id: value }
  }
}
