import Type, { type Static } from 'typebox'
import { maxRuleWordLength, maxRuleWords } from './automation-limits.ts'
import { maxMessageLength } from './message.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'
import { slaMetrics } from './sla-metric.ts'
import { maxSnoozeDays, Priority } from './triage.ts'
import { FilterTextsSchema } from './view.ts'

/** Rules of an organization: all of them are read for each trigger. */
export const maxRules = 50
export const maxRuleActions = 10
export const maxRuleName = 80
/** The shortest snooze: a rule that snoozes when a snooze ends must not run every minute. */
export const minRuleSnoozeMinutes = 5
/** Sent by rules to one customer within an hour. More than a person reads, and a bound on what a flood of messages causes. */
export const maxRuleRepliesPerHour = 5
/** Runs of all rules for one customer within an hour. */
export const maxRuleRunsPerHour = 100

const metric = Type.Union([Type.Enum([...slaMetrics]), Type.Null()], {
  description: 'null: any of them.',
})

/** What starts a rule. A new trigger is one member here and one in the server's `triggers.ts`. */
export const RuleTrigger = Type.Union([
  Type.Object({ type: Type.Literal('conversation_opened') }, closed),
  Type.Object({ type: Type.Literal('conversation_reopened') }, closed),
  Type.Object({ type: Type.Literal('conversation_closed') }, closed),
  Type.Object({ type: Type.Literal('customer_message') }, closed),
  Type.Object({ type: Type.Literal('agent_message') }, closed),
  Type.Object({ type: Type.Literal('snooze_over') }, closed),
  Type.Object({ type: Type.Literal('label_added'), label_id: Id }, closed),
  Type.Object({ type: Type.Literal('sla_warning'), metric }, closed),
  Type.Object({ type: Type.Literal('sla_breach'), metric }, closed),
])
export type RuleTrigger = Static<typeof RuleTrigger>
export type RuleTriggerType = RuleTrigger['type']

/** All conditions apply. They are evaluated when the rule runs. */
export const RuleConditions = Type.Object(
  {
    /** As in the list of conversations, without `me`. */
    filter: FilterTextsSchema,
    /** Any of the words, or none of them; regardless of case and accents. null: any text. */
    text: nullable(
      Type.Object(
        {
          match: Type.Enum(['contains', 'contains_not']),
          words: Type.Array(Type.String({ minLength: 1, maxLength: maxRuleWordLength, pattern: '\\S' }), {
            minItems: 1,
            maxItems: maxRuleWords,
          }),
        },
        closed,
      ),
    ),
    /** Business hours; null: at any time. */
    hours: nullable(Type.Enum(['open', 'closed'])),
  },
  closed,
)
export type RuleConditions = Static<typeof RuleConditions>

const text = Type.String({ minLength: 1, maxLength: maxMessageLength, pattern: '\\S' })

export const RuleAction = Type.Union([
  Type.Object({ type: Type.Literal('assign'), agent_id: nullable(Id) }, closed),
  Type.Object({ type: Type.Literal('team'), team_id: nullable(Id) }, closed),
  Type.Object({ type: Type.Literal('label'), label_id: Id }, closed),
  Type.Object({ type: Type.Literal('unlabel'), label_id: Id }, closed),
  Type.Object({ type: Type.Literal('priority'), priority: nullable(Priority) }, closed),
  Type.Object(
    {
      type: Type.Literal('snooze'),
      minutes: Type.Union(
        [Type.Integer({ minimum: minRuleSnoozeMinutes, maximum: maxSnoozeDays * 1440 }), Type.Null()],
        { description: 'null: until the customer replies.' },
      ),
    },
    closed,
  ),
  Type.Object({ type: Type.Literal('close') }, closed),
  Type.Object({ type: Type.Literal('reply'), content: text }, closed),
  Type.Object({ type: Type.Literal('note'), content: text }, closed),
  Type.Object({ type: Type.Literal('webhook'), webhook_id: Id }, closed),
])
export type RuleAction = Static<typeof RuleAction>
export type RuleActionType = RuleAction['type']

const fields = {
  name: Type.String({ minLength: 1, maxLength: maxRuleName, pattern: '\\S' }),
  enabled: Type.Boolean(),
  trigger: RuleTrigger,
  conditions: RuleConditions,
  actions: Type.Array(RuleAction, { minItems: 1, maxItems: maxRuleActions }),
  once: Type.Boolean({ description: 'At most once for each opening of a conversation.' }),
  stop: Type.Boolean({ description: 'When this rule ran, later rules do not run for the same trigger.' }),
}

export const RuleInput = Type.Object(fields, closed)
export type RuleInput = Static<typeof RuleInput>

export const RuleChange = Type.Partial(Type.Object(fields, closed), closed)
export type RuleChange = Static<typeof RuleChange>

/** Ids of all rules, in the order in which they run. */
export const RuleOrder = Type.Object(
  { ids: Type.Array(Id, { maxItems: maxRules, uniqueItems: true }) },
  closed,
)
export type RuleOrder = Static<typeof RuleOrder>

export const Rule = Type.Object(
  {
    id: Id,
    ...fields,
    name: Type.String(),
    /** Runs of the last seven days. `failed`: at least one action was refused. */
    runs: Type.Object(
      { total: Type.Integer(), failed: Type.Integer(), last_at: nullable(Timestamp) },
      closed,
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  closed,
)
export type Rule = Static<typeof Rule>

/** `unchanged`: it was already so. `failed`: refused, with the code that an agent would have received. */
export const RuleResult = Type.Object(
  {
    type: Type.Enum([
      'assign',
      'team',
      'label',
      'unlabel',
      'priority',
      'snooze',
      'close',
      'reply',
      'note',
      'webhook',
    ] satisfies RuleActionType[]),
    outcome: Type.Enum(['done', 'unchanged', 'failed']),
    code: nullable(Type.String()),
  },
  closed,
)
export type RuleResult = Static<typeof RuleResult>

/** `running`: not finished, or interrupted. `limited`: not run, because too many rules have run for this customer. */
export const RuleRun = Type.Object(
  {
    id: Id,
    rule_id: Id,
    conversation_id: Id,
    customer: Type.Object({ id: Id, name: nullable(Type.String()) }, closed),
    outcome: Type.Enum(['running', 'done', 'failed', 'limited']),
    results: Type.Array(RuleResult),
    created_at: Timestamp,
  },
  closed,
)
export type RuleRun = Static<typeof RuleRun>

export const RuleTestInput = Type.Object({ conversation_id: Id }, closed)
export type RuleTestInput = Static<typeof RuleTestInput>

/** What would happen now. `text` is null if the rule has no such condition, and compared with the customer's last message. */
export const RuleTest = Type.Object(
  {
    matches: Type.Boolean(),
    filter: Type.Boolean(),
    text: nullable(Type.Boolean()),
    hours: nullable(Type.Boolean()),
  },
  closed,
)
export type RuleTest = Static<typeof RuleTest>

/** conversation.automated: a rule has run. */
export interface ConversationAutomated {
  rule: Pick<Rule, 'id' | 'name'>
  results: RuleResult[]
}
