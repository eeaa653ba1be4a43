import Type, { type Static } from 'typebox'
import type { AgentFace } from './agent.ts'
import { closed, DateTime, nullable, Seq, Timestamp } from './scalars.ts'

/** From least to most urgent. null: not set. */
export const priorities = ['low', 'normal', 'high', 'urgent'] as const
export const Priority = Type.Enum([...priorities])
export type Priority = Static<typeof Priority>

export const PriorityInput = Type.Object({ priority: nullable(Priority) }, closed)
export type PriorityInput = Static<typeof PriorityInput>

/** A snoozed conversation leaves the open views until `until` or the customer's next message; null: until the message only. */
export const Snooze = Type.Object({ until: nullable(Timestamp) }, closed)
export type Snooze = Static<typeof Snooze>

/** Maximum duration of a snooze. */
export const maxSnoozeDays = 366

export const SnoozeInput = Type.Object(
  {
    until: Type.Union([DateTime, Type.Null()], {
      description: `In the future, at most ${maxSnoozeDays} days ahead; null: until the customer replies.`,
    }),
    /** Log position that the agent has seen; refused with `customer_wrote` if the customer wrote after it. */
    seen_seq: Type.Optional(Seq),
  },
  closed,
)
export type SnoozeInput = Static<typeof SnoozeInput>

/** conversation.prioritized */
export interface ConversationPrioritized {
  priority: Priority | null
  by: AgentFace | null
}

/** conversation.snoozed */
export interface ConversationSnoozed {
  until: string | null
  by: AgentFace | null
}

/** conversation.unsnoozed. `due`: the time was reached; `customer`: the customer wrote; `agent`: an agent ended it. */
export interface ConversationUnsnoozed {
  reason: 'due' | 'customer' | 'agent'
  by: AgentFace | null
  /** The agent who snoozed the conversation. */
  snoozed_by: string | null
}
