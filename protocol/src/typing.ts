import Type, { type Static } from 'typebox'
import type { AgentFace } from './agent.ts'
import { closed, Id } from './scalars.ts'

/**
 * typing: ephemeral, never in the log. A client sends `active: true` at most every 3 s while its user types;
 * it expires at the receiver after 6 s. A notification without a response.
 */
export const TypingParams = Type.Object({ active: Type.Boolean(), customer_id: Type.Optional(Id) }, closed)
export type TypingParams = Static<typeof TypingParams>

/** Server -> the other side. `agent` is null when the customer types. */
export interface Typing {
  customer_id: string
  agent: AgentFace | null
  active: boolean
}
