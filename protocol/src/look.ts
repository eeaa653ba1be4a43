import Type, { type Static } from 'typebox'
import type { AgentFace } from './agent.ts'
import { closed, Id, nullable } from './scalars.ts'

/** `writing`: typed in the last seconds. `drafting`: has unsent text. */
export const lookStates = ['viewing', 'drafting', 'writing'] as const
export const LookState = Type.Enum([...lookStates])
export type LookState = Static<typeof LookState>

/**
 * desk.look (agents): this window's state at a customer's conversation; null ends the look. Ephemeral: sent on each change and
 * every 20 s, expires after 45 s. A notification without a response.
 */
export const DeskLookParams = Type.Object({ customer_id: Id, state: nullable(LookState) }, closed)
export type DeskLookParams = Static<typeof DeskLookParams>

/** An agent appears once, with the most active state of all windows. */
export interface Look {
  agent: AgentFace
  state: LookState
}

/** The looks at a customer's conversation. Replaces the previous list. */
export interface CustomerLooks {
  customer_id: string
  looks: Look[]
}

/** Server -> agents: changed lists. Result of desk.looks: all lists that are not empty. */
export interface DeskLooks {
  customers: CustomerLooks[]
}
