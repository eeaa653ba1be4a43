import type { RuleTrigger, RuleTriggerType } from '@parley/protocol/automation'
import type { EntryType } from '@parley/protocol/event'
import type { SlaEntry, SlaMetric } from '@parley/protocol/sla-metric'
import { isAutomatic } from '../../core/automatic-actor.ts'
import type { StoredEntry } from '../../core/event-log.ts'

interface TriggerSource {
  entry: EntryType
  fires: (entry: StoredEntry) => boolean
}

/** Which entries start which rules. A trigger of another feature, such as a missed deadline, is one member here. */
const sources: Record<RuleTriggerType, TriggerSource> = {
  conversation_opened: { entry: 'conversation.started', fires: ({ actor }) => actor.type === 'customer' },
  conversation_reopened: { entry: 'conversation.started', fires: ({ actor }) => actor.type !== 'customer' },
  conversation_closed: { entry: 'conversation.ended', fires: () => true },
  customer_message: {
    entry: 'message.created',
    fires: ({ actor }) => actor.type === 'customer' && !isAutomatic(actor),
  },
  agent_message: { entry: 'message.created', fires: ({ actor }) => actor.type === 'agent' },
  snooze_over: {
    entry: 'conversation.unsnoozed',
    fires: ({ data }) => (data as { reason: string }).reason === 'due',
  },
  label_added: { entry: 'conversation.labelled', fires: () => true },
  sla_warning: { entry: 'sla.warned', fires: () => true },
  sla_breach: { entry: 'sla.breached', fires: () => true },
}

export const triggerEntryTypes: EntryType[] = [...new Set(Object.values(sources).map(({ entry }) => entry))]

/**
 * A deadline starts a new chain, but a rule can move it by changing the policy. So these run once for each target while the
 * customer waits for the same answer.
 */
export const runsOncePerWait = ({ type }: RuleTrigger): boolean =>
  type === 'sla_warning' || type === 'sla_breach'

/** Which deadline the entry is about; null: none. */
export const targetOf = ({ type, data }: Pick<StoredEntry, 'type' | 'data'>): SlaMetric | null =>
  type === 'sla.warned' || type === 'sla.breached' ? (data as SlaEntry).metric : null

/** Whether this entry starts a rule with this trigger. */
export function isTriggeredBy(trigger: RuleTrigger, entry: StoredEntry): boolean {
  const source = sources[trigger.type]
  if (source.entry !== entry.type || !source.fires(entry)) return false
  switch (trigger.type) {
    case 'label_added':
      return (entry.data as { label: { id: string } }).label.id === trigger.label_id
    case 'sla_warning':
    case 'sla_breach':
      return trigger.metric === null || trigger.metric === (entry.data as SlaEntry).metric
    default:
      return true
  }
}

/** The run that caused the entry; null: no rule did. */
export const causeOf = ({ actor }: StoredEntry): string | null =>
  actor.type === 'system' ? (actor.run_id ?? null) : null
