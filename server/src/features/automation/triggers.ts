import type { RuleTrigger, RuleTriggerType } from '@parley/protocol/automation'
import type { EntryType } from '@parley/protocol/event'
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
  customer_message: { entry: 'message.created', fires: ({ actor }) => actor.type === 'customer' },
  agent_message: { entry: 'message.created', fires: ({ actor }) => actor.type === 'agent' },
  snooze_over: {
    entry: 'conversation.unsnoozed',
    fires: ({ data }) => (data as { reason: string }).reason === 'due',
  },
  label_added: { entry: 'conversation.labelled', fires: () => true },
}

export const triggerEntryTypes: EntryType[] = [...new Set(Object.values(sources).map(({ entry }) => entry))]

/** Whether this entry starts a rule with this trigger. */
export function isTriggeredBy(trigger: RuleTrigger, entry: StoredEntry): boolean {
  const source = sources[trigger.type]
  if (source.entry !== entry.type || !source.fires(entry)) return false
  if (trigger.type !== 'label_added') return true
  return (entry.data as { label: { id: string } }).label.id === trigger.label_id
}

/** The run that caused the entry; null: no rule did. */
export const causeOf = ({ actor }: StoredEntry): string | null =>
  actor.type === 'system' ? (actor.run_id ?? null) : null
