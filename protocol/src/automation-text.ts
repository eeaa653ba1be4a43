import type { RuleTriggerType } from './automation.ts'
import { unknownVariable, variablesIn } from './canned-reply-variables.ts'

/** What the service and the panel both check of a rule. Without TypeBox, which the panel does not bundle. */

/** The condition on the text needs a message: that of the trigger, or the first one of a conversation that was opened. */
export const triggersWithText: readonly RuleTriggerType[] = [
  'conversation_opened',
  'customer_message',
  'agent_message',
]

export interface RuleTextProblem {
  problem: 'unknown' | 'unavailable' | 'bare'
  /** As written, with braces. */
  variable: string
}

/** Nobody is there to fill in a value that is missing, so that each variable of the customer needs a fallback. */
export function ruleTextProblem(text: string): RuleTextProblem | null {
  const unknown = unknownVariable(text)
  if (unknown !== null) return { problem: 'unknown', variable: unknown }
  for (const { name, fallback, text: variable } of variablesIn(text)) {
    if (name === 'conversation.id') continue
    if (!name.startsWith('customer.')) return { problem: 'unavailable', variable }
    if (fallback === null) return { problem: 'bare', variable }
  }
  return null
}
