import Type, { type Static } from 'typebox'
import { conditionPattern, filterField, type FilterField } from './conversation-filter.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'
import { slaMetrics, type SlaMetric } from './sla-metric.ts'

/** Until the first human answer of an episode; until the answer to a later message; until closing. */
const SlaMetricName = Type.Enum([...slaMetrics])

/** Whether a clock counts business hours, of the team or of the organization, or all time. */
export const SlaCounting = Type.Enum(['business_hours', 'clock'])
export type SlaCounting = Static<typeof SlaCounting>

export const maxSlaPolicies = 20
export const maxSlaPolicyName = 60
/** A minute: shorter targets would be due before anyone has read the message. */
export const minSlaSeconds = 60
/** 30 days of the time that is counted. */
export const maxSlaSeconds = 30 * 86_400

/** What a policy can depend on. Each has a log entry when it changes, except for the widget, which does not change. */
export const slaConditionFields = ['team', 'label', 'priority', 'provider'] as const satisfies FilterField[]
export type SlaConditions = { [Field in (typeof slaConditionFields)[number]]?: string }

/** As in the list of conversations: `high,urgent`, `!<id>`. All apply; without any, the policy is the default. */
const Conditions = Type.Unsafe<SlaConditions>(
  Type.Object(
    Object.fromEntries(
      slaConditionFields.map((field) => [
        field,
        Type.Optional(Type.String({ pattern: conditionPattern(filterField(field)), maxLength: 800 })),
      ]),
    ),
    closed,
  ),
)

const Seconds = Type.Integer({ minimum: minSlaSeconds, maximum: maxSlaSeconds })
const targetOf = {
  first_response: nullable(Seconds),
  next_response: nullable(Seconds),
  resolution: nullable(Seconds),
} satisfies Record<SlaMetric, unknown>
/** Seconds of the time that is counted; null: no target. At least one is set. */
export const SlaTargets = Type.Object(targetOf, closed)
export type SlaTargets = Static<typeof SlaTargets>

const name = Type.String({ minLength: 1, maxLength: maxSlaPolicyName, pattern: '\\S' })
const fields = { conditions: Conditions, counting: SlaCounting, targets: SlaTargets }

export const SlaPolicy = Type.Object(
  {
    id: Id,
    name: Type.String(),
    ...fields,
    created_at: Timestamp,
  },
  closed,
)
export type SlaPolicy = Static<typeof SlaPolicy>

export const SlaPolicyInput = Type.Object({ name, ...fields }, closed)
export type SlaPolicyInput = Static<typeof SlaPolicyInput>

export const SlaPolicyChange = Type.Partial(SlaPolicyInput)
export type SlaPolicyChange = Static<typeof SlaPolicyChange>

/** All policies but the default one, in the order in which they are tried. */
export const SlaPolicyOrder = Type.Object(
  { ids: Type.Array(Id, { maxItems: maxSlaPolicies, uniqueItems: true }) },
  closed,
)
export type SlaPolicyOrder = Static<typeof SlaPolicyOrder>

/** The default policy has no conditions and is tried last. */
export const isDefaultPolicy = ({ conditions }: { conditions: SlaConditions }): boolean =>
  Object.keys(conditions).length === 0

export const slaClockStates = ['running', 'paused', 'breached', 'met'] as const

/** One clock of a conversation. `breached`: also while the clock is running. */
export const SlaClock = Type.Object(
  {
    metric: SlaMetricName,
    state: Type.Enum([...slaClockStates]),
    target_seconds: Type.Integer(),
    /** Counted so far; null once it has ended. */
    spent_seconds: nullable(Type.Integer()),
    /** null while paused and once it has ended, or if its business hours leave no time within two years. */
    due_at: nullable(Timestamp),
  },
  closed,
)
export type SlaClock = Static<typeof SlaClock>

export const ConversationSla = Type.Object(
  {
    /** null: none applies. */
    policy: nullable(Type.Object({ id: Id, name: Type.String(), counting: SlaCounting }, closed)),
    clocks: Type.Array(SlaClock),
  },
  closed,
)
export type ConversationSla = Static<typeof ConversationSla>
