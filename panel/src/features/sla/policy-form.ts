import { formatCondition, parseCondition } from '@parley/protocol/conversation-filter'
import type {
  SlaConditions,
  SlaCounting,
  SlaPolicy,
  SlaPolicyChange,
  SlaPolicyInput,
} from '@parley/protocol/sla'
import { slaMetrics, type SlaMetric } from '@parley/protocol/sla-metric'
import { changedFields } from '../../ui/changed-fields.ts'

/** As in protocol/src/sla.ts, whose module would bring its schemas. */
export const maxPolicyName = 60
export const maxPolicies = 20
const minSeconds = 60
const maxSeconds = 30 * 86_400

export type ConditionField = keyof SlaConditions
/** A record, so that a missing field does not compile. */
const allFields: Record<ConditionField, true> = { priority: true, team: true, label: true, provider: true }
const isField = (text: string): text is ConditionField => Object.hasOwn(allFields, text)
export const conditionFields = Object.keys(allFields).filter(isField)

export interface TargetForm {
  /** null: no target. */
  value: number | null
  unit: 'minutes' | 'hours'
}

export interface PolicyForm {
  name: string
  conditions: SlaConditions
  counting: SlaCounting
  targets: Record<SlaMetric, TargetForm>
}

const secondsOf = { minutes: 60, hours: 3600 }

const targetForm = (seconds: number | null): TargetForm => {
  if (seconds === null) return { value: null, unit: 'hours' }
  return seconds % 3600 === 0
    ? { value: seconds / 3600, unit: 'hours' }
    : { value: Math.round(seconds / 60), unit: 'minutes' }
}

/** A new policy asks for a first answer within two business hours. */
export const formOf = (policy: SlaPolicy | null): PolicyForm => ({
  name: policy?.name ?? '',
  conditions: policy?.conditions ?? {},
  counting: policy?.counting ?? 'business_hours',
  targets: {
    first_response: targetForm(policy === null ? 7200 : policy.targets.first_response),
    next_response: targetForm(policy?.targets.next_response ?? null),
    resolution: targetForm(policy?.targets.resolution ?? null),
  },
})

const targetOf = ({ value, unit }: TargetForm): number | null =>
  value === null ? null : Math.round(value * secondsOf[unit])

export type FormProblem = 'nameMissing' | 'targetMissing' | 'targetRange'

/** null: it can be saved. */
export function problemOf(form: PolicyForm): FormProblem | null {
  if (form.name.trim() === '') return 'nameMissing'
  const targets = slaMetrics.flatMap((metric) => targetOf(form.targets[metric]) ?? [])
  if (targets.length === 0) return 'targetMissing'
  return targets.some((seconds) => seconds < minSeconds || seconds > maxSeconds) ? 'targetRange' : null
}

export const inputOf = (form: PolicyForm): SlaPolicyInput => ({
  name: form.name.trim(),
  conditions: form.conditions,
  counting: form.counting,
  targets: {
    first_response: targetOf(form.targets.first_response),
    next_response: targetOf(form.targets.next_response),
    resolution: targetOf(form.targets.resolution),
  },
})

/** What was changed here since `opened`; the targets are complete, the others as they are stored now. */
export function changeOf(opened: SlaPolicy, form: PolicyForm, stored: SlaPolicy): SlaPolicyChange {
  const before = inputOf(formOf(opened))
  const change: SlaPolicyChange = changedFields(before, inputOf(form))
  if (change.targets === undefined) return change
  return { ...change, targets: { ...stored.targets, ...changedFields(before.targets, change.targets) } }
}

/** Values of a condition, and whether it excludes them. */
export function readCondition(field: ConditionField, text: string | undefined) {
  const condition = text === undefined ? null : parseCondition(field, text)
  return { values: condition?.is ?? condition?.is_not ?? [], negated: condition?.is_not !== undefined }
}

/** Without values there is no condition. */
export function withCondition(
  conditions: SlaConditions,
  field: ConditionField,
  { values, negated }: { values: string[]; negated: boolean },
): SlaConditions {
  const { [field]: _, ...others } = conditions
  if (values.length === 0) return others
  return { ...others, [field]: formatCondition(negated ? { is_not: values } : { is: values }) }
}

/** The ids in the new order, without the default policy, which stays last. */
export function moved(policies: readonly SlaPolicy[], id: string, by: -1 | 1): string[] {
  const ids = policies.filter(({ conditions }) => Object.keys(conditions).length > 0).map((each) => each.id)
  const from = ids.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= ids.length) return ids
  ids.splice(from, 1)
  ids.splice(to, 0, id)
  return ids
}
