import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Rule } from '@parley/protocol/automation'
import { slaMetrics } from '@parley/protocol/sla-metric'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { changeRule, createRule, rulesQuery } from '../../queries/automation-queries.ts'
import { labelsToOffer } from '../../queries/label-queries.ts'
import { differs } from '../../ui/draft.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { GoneProblem, useGoneProblem } from '../../ui/gone-marks.tsx'
import { useKeepAtSessionEnd } from '../../ui/keep-at-session-end.ts'
import { createKeptEdits } from '../../ui/kept-edits.ts'
import { useNamedLists } from '../../ui/named-lists.ts'
import type { NamedKind } from '../../ui/references.ts'
import classes from './automation.module.css'
import { RuleActionFields } from './rule-action-fields.tsx'
import { RuleConditionFields } from './rule-conditions.tsx'
import {
  changeOf,
  draftOf,
  draftProblems,
  emptyDraft,
  inputOf,
  newTrigger,
  triggerTypeOf,
  triggerTypes,
  type RuleDraft,
} from './rule-draft.ts'
import { goneInRule } from './rule-references.ts'
import { useRuleNames, useRuleSentence } from './rule-sentence.ts'

/** A form of a session that has ended. */
interface KeptRule {
  /** As it was opened; null: a new one. */
  rule: Rule | null
  draft: RuleDraft
}

const keptRules = createKeptEdits<KeptRule>()
const openForm = 'open'

export const keptRule = (agentId: string): KeptRule | undefined => keptRules(agentId).get(openForm)

/** Creates a rule, or changes one. */
export function RuleForm({
  rule,
  kept,
  onClose,
}: {
  rule: Rule | null
  /** What was typed before. */
  kept: RuleDraft | undefined
  onClose: () => void
}) {
  const texts = useTexts().automation
  const { organization, agent_id: agentId } = useMembership()
  const queryClient = useQueryClient()
  const { sentence } = useRuleSentence()
  const [opened] = useState<RuleDraft>(() => (rule === null ? emptyDraft : draftOf(rule)))
  const [draft, setDraft] = useState(kept ?? opened)
  const [tried, setTried] = useState(false)
  const change = (part: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...part }))
  const problems = draftProblems(draft)
  // Shown at once: the rule does not work as it is stored.
  const gone = goneInRule(useNamedLists(), draft)
  const [firstGone] = gone
  const goneProblem = useGoneProblem()
  const isComplete = problems.length === 0 && firstGone === undefined
  const shown = tried ? problems : []
  const dirty = differs(opened, draft)
  const settle = useKeepAtSessionEnd(keptRules(agentId), openForm, dirty ? { rule, draft } : null)
  const save = useMutation({
    mutationFn: () =>
      rule === null
        ? createRule(organization.id, inputOf(draft))
        : changeRule(organization.id, rule.id, changeOf(rule, draft)),
    onSuccess: () => {
      // Before the reload, which may find that the session has ended.
      settle()
      return queryClient.invalidateQueries({ queryKey: rulesQuery(organization.id).queryKey })
    },
  })

  return (
    <FormDialog
      title={rule === null ? texts.createTitle : texts.editTitle}
      size="lg"
      dirty={dirty}
      error={save.error}
      problems={texts.problems}
      invalid={tried && firstGone !== undefined ? goneProblem(firstGone.kind) : null}
      saveLabel={texts.save}
      isSaving={save.isPending}
      onSave={() => {
        setTried(true)
        return isComplete ? save.mutateAsync(undefined, { onSuccess: onClose }) : undefined
      }}
      onClose={() => {
        settle()
        onClose()
      }}
    >
      <TextInput
        label={texts.name}
        value={draft.name}
        maxLength={80}
        autoComplete="off"
        // Not in a restored form: a second Enter of the sign-in would save it.
        data-autofocus={kept === undefined || undefined}
        error={shown.some(({ at }) => at === 'name') ? texts.nameMissing : null}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TriggerFields
        draft={draft}
        missing={shown.some(({ at }) => at === 'trigger')}
        gone={gone.find(({ at }) => at === 'trigger')?.kind}
        onChange={change}
      />
      <RuleConditionFields
        draft={draft}
        wordsProblem={shown.find((each) => each.at === 'words')?.problem ?? null}
        gone={gone.filter((each) => each.at === 'condition')}
        onChange={change}
      />
      <RuleActionFields
        actions={draft.actions}
        problems={shown}
        gone={gone.filter((each) => each.at === 'action')}
        onChange={(actions) => change({ actions })}
      />
      <Checkbox
        label={texts.once}
        description={texts.onceHint}
        checked={draft.once}
        onChange={(event) => change({ once: event.currentTarget.checked })}
      />
      <Checkbox
        label={texts.stop}
        description={texts.stopHint}
        checked={draft.stop}
        onChange={(event) => change({ stop: event.currentTarget.checked })}
      />
      {isComplete && <p className={classes.preview}>{sentence(inputOf(draft))}</p>}
    </FormDialog>
  )
}

function TriggerFields(props: {
  draft: RuleDraft
  missing: boolean
  gone: NamedKind | undefined
  onChange: (change: Partial<RuleDraft>) => void
}) {
  const { trigger } = props.draft
  const { automation: texts, inbox, sla } = useTexts()
  const { labels } = useRuleNames()
  const labelId = trigger.type === 'label_added' ? trigger.label_id : ''
  return (
    <fieldset className={classes.part}>
      <legend>{texts.when}</legend>
      <NativeSelect
        aria-label={texts.when}
        value={trigger.type}
        onChange={(event) => {
          const type = triggerTypeOf(event.currentTarget.value)
          props.onChange({ trigger: newTrigger(type) })
        }}
        data={triggerTypes.map((value) => ({ value, label: texts.triggers[value] }))}
      />
      {trigger.type === 'label_added' && (
        <NativeSelect
          label={inbox.labels.button}
          value={labelId}
          error={props.missing ? texts.actionMissing : props.gone && <GoneProblem kind={props.gone} />}
          onChange={(event) =>
            props.onChange({ trigger: { type: 'label_added', label_id: event.currentTarget.value } })
          }
          data={[
            { value: '', label: texts.choose },
            ...labelsToOffer(labels, [labelId]).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {'metric' in trigger && (
        <NativeSelect
          label={texts.slaTarget}
          value={trigger.metric ?? ''}
          onChange={({ currentTarget: { value } }) =>
            props.onChange({
              trigger: { ...trigger, metric: slaMetrics.find((metric) => metric === value) ?? null },
            })
          }
          data={[
            { value: '', label: texts.slaAny },
            ...slaMetrics.map((value) => ({ value, label: sla.metrics[value] })),
          ]}
        />
      )}
    </fieldset>
  )
}
