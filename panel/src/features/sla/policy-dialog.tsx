import { Input, NativeSelect, NumberInput, Radio, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SlaPolicy } from '@parley/protocol/sla'
import { slaMetrics, type SlaMetric } from '@parley/protocol/sla-metric'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { changeSlaPolicy, createSlaPolicy, slaPoliciesQuery } from '../../queries/sla-queries.ts'
import { differs } from '../../ui/draft.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useGoneProblem } from '../../ui/gone-marks.tsx'
import { useNamedLists } from '../../ui/named-lists.ts'
import { goneConditions } from '../../ui/references.ts'
import { ConditionFields } from './condition-fields.tsx'
import { changeOf, formOf, inputOf, maxPolicyName, problemOf, type TargetForm } from './policy-form.ts'
import classes from './sla.module.css'

/** Creates a policy or changes one. */
export function PolicyDialog({ policy, onClose }: { policy: SlaPolicy | null; onClose: () => void }) {
  const { settings: texts, metrics, problems } = useTexts().sla
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const [opened] = useState(() => formOf(policy))
  const [form, setForm] = useState(opened)
  const [tried, setTried] = useState(false)
  const problem = tried ? problemOf(form) : null
  // Shown at once: the policy does not work as it is stored.
  const gone = goneConditions(useNamedLists(), form.conditions)
  const [firstGone] = gone
  const goneProblem = useGoneProblem()
  const save = useMutation({
    mutationFn: async () => {
      if (policy === null) return createSlaPolicy(organization.id, inputOf(form))
      const now = await queryClient.fetchQuery({ ...slaPoliciesQuery(organization.id), staleTime: 0 })
      const stored = now.find(({ id }) => id === policy.id) ?? policy
      return changeSlaPolicy(organization.id, policy.id, changeOf(policy, form, stored))
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: slaPoliciesQuery(organization.id).queryKey }),
  })
  const setTarget = (metric: SlaMetric, target: Partial<TargetForm>) =>
    setForm({ ...form, targets: { ...form.targets, [metric]: { ...form.targets[metric], ...target } } })

  return (
    <FormDialog
      dirty={differs(opened, form)}
      title={policy === null ? texts.create : texts.editTitle}
      size="lg"
      error={save.error}
      problems={problems}
      invalid={
        problem === 'targetMissing' || problem === 'targetRange'
          ? texts[problem]
          : tried && firstGone !== undefined
            ? goneProblem(firstGone.kind)
            : null
      }
      saveLabel={texts.save}
      isSaving={save.isPending}
      onSave={() => {
        setTried(true)
        const isComplete = problemOf(form) === null && firstGone === undefined
        return isComplete ? save.mutateAsync(undefined, { onSuccess: onClose }) : undefined
      }}
      onClose={onClose}
    >
      <TextInput
        label={texts.name}
        value={form.name}
        maxLength={maxPolicyName}
        autoComplete="off"
        data-autofocus
        error={problem === 'nameMissing' ? texts.nameMissing : null}
        onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
      />
      <Input.Wrapper label={texts.conditions} description={texts.conditionsHint} labelElement="div">
        <ConditionFields
          conditions={form.conditions}
          gone={gone}
          onChange={(conditions) => setForm({ ...form, conditions })}
        />
      </Input.Wrapper>
      <Input.Wrapper label={texts.targets} description={texts.targetsHint} labelElement="div">
        <Stack gap="xs" mt={4}>
          {slaMetrics.map((metric) => (
            <Target
              key={metric}
              label={metrics[metric]}
              value={form.targets[metric]}
              onChange={(target) => setTarget(metric, target)}
            />
          ))}
        </Stack>
      </Input.Wrapper>
      <Radio.Group
        label={texts.counting}
        description={texts.countingHint}
        value={form.counting}
        onChange={(value) => setForm({ ...form, counting: value === 'clock' ? 'clock' : 'business_hours' })}
      >
        <Stack gap="xs" mt={8}>
          {(['business_hours', 'clock'] as const).map((each) => (
            <Radio key={each} value={each} label={texts.countings[each]} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}

function Target(props: {
  label: string
  value: TargetForm
  onChange: (target: Partial<TargetForm>) => void
}) {
  const { settings: texts } = useTexts().sla
  const { label, value, onChange } = props
  return (
    <div className={classes.target}>
      <NumberInput
        label={label}
        value={value.value ?? ''}
        min={0}
        max={43_200}
        decimalScale={2}
        onChange={(next) => onChange({ value: typeof next === 'number' ? next : null })}
      />
      <NativeSelect
        aria-label={texts.unitOf(label)}
        value={value.unit}
        onChange={(event) =>
          onChange({ unit: event.currentTarget.value === 'minutes' ? 'minutes' : 'hours' })
        }
        data={[
          { value: 'minutes', label: texts.units.minutes },
          { value: 'hours', label: texts.units.hours },
        ]}
      />
    </div>
  )
}
